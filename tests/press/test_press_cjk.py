"""Chinese, Japanese and Korean text, where CommonMark expects spaces."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Render = Callable[[str], str]


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("**注意：**中文", "<strong>注意：</strong>中文"),
        ("中文**“引用”**中文", "中文<strong>“引用”</strong>中文"),
        ("中文**（括号）**中文", "中文<strong>（括号）</strong>中文"),
        ("中文**`code`**中文", "中文<strong><code>code</code></strong>中文"),
        ("这是*重点。*后面", "这是<em>重点。</em>后面"),
        ("~~删除。~~后", "<s>删除。</s>后"),
        ("**太字。**です", "<strong>太字。</strong>です"),
        ("**굵게(bold)**는", "<strong>굵게(bold)</strong>는"),
        ("**A：***B。*C", "<strong>A：</strong><em>B。</em>C"),
    ],
)
def test_emphasis_next_to_cjk(render: Render, text: str, html: str) -> None:
    """Emphasis opens and closes next to CJK characters and punctuation without spaces."""
    assert render(text) == f"<p>{html}</p>\n"


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("2 * 3 * 4", "2 * 3 * 4"),
        ("中文 * 中文 *", "中文 * 中文 *"),
        ("snake_case_name 和_变量_名", "snake_case_name 和_变量_名"),
        ('a**"x"**b', 'a**"x"**b'),
        ("**kwargs", "**kwargs"),
    ],
)
def test_emphasis_elsewhere_is_commonmark(render: Render, text: str, html: str) -> None:
    """Away from CJK, and for `_`, the standard's rule stands."""
    assert render(text) == f"<p>{html}</p>\n"


def test_line_break_inside_a_sentence_leaves_no_space(render: Render) -> None:
    """A source line break between two Chinese characters is nothing; elsewhere it is a space."""
    assert render("第一行\n第二行") == "<p>第一行第二行</p>\n"
    assert render("中文\nEnglish\n中文") == "<p>中文\nEnglish\n中文</p>\n"
    assert render("한국어\n문장") == "<p>한국어\n문장</p>\n"


def test_address_followed_by_chinese(render: Render) -> None:
    """A bare address stays text, so that it cannot swallow the sentence after it."""
    assert "<a" not in render("见https://example.org/文档，然后继续。")
    assert 'href="https://example.org/"' in render("见<https://example.org/>，然后继续。")
