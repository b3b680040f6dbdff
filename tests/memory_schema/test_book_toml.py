"""book.toml is read strictly and refused in one line that names the key."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import BaseModel

from memory_schema.book import BookConfig, choices, known_keys, load_book, parse_book
from memory_schema.contracts import CONTRACTS
from memory_schema.errors import ConfigError, NotABook

LEAST = 'title = "T"\n[source]\npath = "."\n'


def test_the_least_book_has_every_default() -> None:
    """A title and a source are enough; every key then has its value."""
    config = parse_book(LEAST)
    for key in known_keys():
        config.value(key)
    assert config.approve == "person"
    assert config.chapters.words == 1800


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (LEAST + "[chapters]\nwrods = 3\n", 'unknown key "chapters.wrods"; did you mean "chapters.words"?'),
        ("langauge = 'zh'\n" + LEAST, 'unknown key "langauge"; did you mean "language"?'),
        ("words = 900\n" + LEAST, 'did you mean "chapters.words"?'),
        (LEAST + "[zzzzqq]\n", 'unknown key "zzzzqq"'),
        (LEAST + "[chapters]\nwords = 'many'\n", '"chapters.words"'),
        (LEAST + "[chapters]\nwords = '1800'\n", '"chapters.words"'),
        (LEAST + "[chapters]\nwords = true\n", '"chapters.words"'),
        (LEAST + "[chapters]\nwords = 7\n", '"chapters.words"'),
        (LEAST + "[review]\nsensitivity = 'one'\n", '"review.sensitivity"'),
        (LEAST + "[limits]\ncost_usd = '5'\n", '"limits.cost_usd"'),
        ("title = 5\n[source]\npath='.'\n", '"title"'),
        ("title = 'T'\nlanguage = 'english please'\n[source]\npath='.'\n", '"language"'),
        ("title = 'T'\napprove = 'maybe'\n[source]\npath='.'\n", '"approve"'),
        ("title = 'T'\nsource = 'here'\n", '"source"'),
        ("title = 'T'\n", 'the key "source" is missing'),
        ("[source]\npath='.'\n", 'the key "title" is missing'),
        ("title = \n", "no valid TOML"),
    ],
)
def test_wrong_keys_and_values(text: str, says: str) -> None:
    """An unknown key names the nearest; a wrong type or value names the key; always one line."""
    with pytest.raises(ConfigError) as caught:
        parse_book(text)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_every_key_is_documented() -> None:
    """A commented book.toml can be written from the model alone."""

    def undocumented(table: type[BaseModel]) -> list[str]:
        found = []
        for name, field in table.model_fields.items():
            kind = field.annotation
            if isinstance(kind, type) and issubclass(kind, BaseModel):
                found += [] if kind.__doc__ else [name]
                found += undocumented(kind)
            elif not field.description:
                found.append(name)
        return found

    assert undocumented(BookConfig) == []


def test_contracts_declare_only_real_keys() -> None:
    """Every config field that a role declares is a key of book.toml."""
    assert {name for contract in CONTRACTS.values() for name in contract.config} <= set(known_keys())


def test_value_refuses_unknown_fields() -> None:
    """A dotted name that is no field is a KeyError, not an attribute."""
    with pytest.raises(KeyError):
        parse_book(LEAST).value("chapters.model_dump")


def test_a_folder_without_book_toml(tmp_path: Path) -> None:
    """NotABook names the folder and the command that makes a book."""
    for folder in (tmp_path, tmp_path / "missing"):
        with pytest.raises(NotABook, match="sourcebook new"):
            load_book(folder)


def test_files_as_editors_leave_them(tmp_path: Path) -> None:
    """A byte order mark is no fault; bytes that are no UTF-8 are, in one line."""
    path = tmp_path / "book.toml"
    path.write_bytes(b"\xef\xbb\xbf" + LEAST.encode())
    assert load_book(tmp_path).title == "T"
    path.write_bytes(b'title = "\xff"\n')
    with pytest.raises(ConfigError, match="cannot be read"):
        load_book(tmp_path)


def test_choices_lists_the_words_of_a_literal() -> None:
    """Help texts list what a key accepts."""
    assert choices(BookConfig.model_fields["approve"].annotation) == ("person", "auto")


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)//{path}",
        "https://example.org",
        "https://example.org/{file}",
        "https://example.org/blob/no-path",
        "https://example.org/{path} {start}",
        'https://example.org/{path}"onclick=',
        "https://{path}/x",
    ],
)
def test_source_url_is_an_address_with_a_path(url: str) -> None:
    """`[publish] source_url` is a web address, holds {path}, and knows four names only."""
    with pytest.raises(ConfigError, match=r"publish\.source_url"):
        parse_book(f'title = "T"\n[source]\npath = "x"\n[publish]\nsource_url = \'{url}\'\n')


def test_source_url_of_a_forge() -> None:
    """The usual form is accepted."""
    url = "https://example.org/o/n/blob/{commit}/{path}#L{start}-L{end}"
    book = parse_book(f'title = "T"\n[source]\npath = "x"\n[publish]\nsource_url = "{url}"\n')
    assert book.publish.source_url == url
