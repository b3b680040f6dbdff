"""Which language a file is written in: the name is the one a Markdown code fence takes."""

from __future__ import annotations

import re
from typing import Literal

Family = Literal["code", "data", "prose"]

# language: (family, extensions, file names). Extensions are lower case, without the dot.
_TABLE: dict[str, tuple[Family, str, str]] = {
    "python": ("code", "py pyi pyw", "SConstruct SConscript wscript"),
    "cython": ("code", "pyx pxd pxi", ""),
    "javascript": ("code", "js mjs cjs", ""),
    "jsx": ("code", "jsx", ""),
    "typescript": ("code", "ts mts cts", ""),
    "tsx": ("code", "tsx", ""),
    "vue": ("code", "vue", ""),
    "svelte": ("code", "svelte", ""),
    "c": ("code", "c h", ""),
    "cpp": ("code", "cc cpp cxx c++ hh hpp hxx ipp inl", ""),
    "csharp": ("code", "cs", ""),
    "objectivec": ("code", "m mm", ""),
    "java": ("code", "java", ""),
    "kotlin": ("code", "kt kts", ""),
    "scala": ("code", "scala sc", ""),
    "groovy": ("code", "groovy gradle", "Jenkinsfile"),
    "go": ("code", "go", ""),
    "rust": ("code", "rs", ""),
    "swift": ("code", "swift", ""),
    "zig": ("code", "zig", ""),
    "dart": ("code", "dart", ""),
    "ruby": ("code", "rb rake gemspec", "Rakefile Gemfile"),
    "php": ("code", "php", ""),
    "perl": ("code", "pl pm t", ""),
    "lua": ("code", "lua", ""),
    "r": ("code", "r", ""),
    "julia": ("code", "jl", ""),
    "haskell": ("code", "hs", ""),
    "ocaml": ("code", "ml mli", ""),
    "elixir": ("code", "ex exs", ""),
    "erlang": ("code", "erl hrl", ""),
    "clojure": ("code", "clj cljs cljc edn", ""),
    "lisp": ("code", "lisp el scm", ""),
    "bash": ("code", "sh bash zsh ksh", ".bashrc .profile"),
    "fish": ("code", "fish", ""),
    "powershell": ("code", "ps1 psm1", ""),
    "sql": ("code", "sql", ""),
    "graphql": ("code", "graphql gql", ""),
    "protobuf": ("code", "proto", ""),
    "thrift": ("code", "thrift", ""),
    "asm": ("code", "s asm", ""),
    "cmake": ("code", "cmake", "CMakeLists.txt"),
    "makefile": ("code", "mk mak", "Makefile makefile GNUmakefile"),
    "dockerfile": ("code", "dockerfile", "Dockerfile Containerfile"),
    "hcl": ("code", "tf tfvars hcl", ""),
    "nix": ("code", "nix", ""),
    "css": ("code", "css", ""),
    "scss": ("code", "scss sass", ""),
    "less": ("code", "less", ""),
    "html": ("code", "html htm xhtml", ""),
    "jinja": ("code", "j2 jinja jinja2", ""),
    "xml": ("data", "xml xsd xsl xslt svg plist", ""),
    "json": ("data", "json json5 jsonc jsonl geojson webmanifest", ""),
    "yaml": ("data", "yaml yml", ""),
    "toml": ("data", "toml", "Pipfile poetry.lock uv.lock Cargo.lock"),
    "ini": ("data", "ini cfg conf properties editorconfig", ".editorconfig .gitconfig"),
    "csv": ("data", "csv tsv", ""),
    "diff": ("data", "diff patch", ""),
    "markdown": ("prose", "md markdown mdx", ""),
    "rst": ("prose", "rst", ""),
    "asciidoc": ("prose", "adoc asciidoc", ""),
    "latex": ("prose", "tex sty", ""),
    "text": ("prose", "txt log", ""),
}
UNKNOWN = "text"
NOTEBOOK_SUFFIX = ".ipynb"
_BY_EXTENSION = {extension: name for name, row in _TABLE.items() for extension in row[1].split()}
_BY_FILE_NAME = {file_name: name for name, row in _TABLE.items() for file_name in row[2].split()}
_INTERPRETERS = {
    "python": "python", "node": "javascript", "deno": "typescript", "bun": "javascript", "sh": "bash",
    "bash": "bash", "zsh": "bash", "ksh": "bash", "dash": "bash", "fish": "fish", "ruby": "ruby",
    "perl": "perl", "php": "php", "lua": "lua", "rscript": "r", "pwsh": "powershell", "make": "makefile",
}  # fmt: skip
_SHEBANG = re.compile(r"#!\s*(?:\S*/)?(?:env\s+(?:-\S+\s+)*)?(?:\S*/)?([A-Za-z]+)[\d.]*(?:\s|$)")
_OBJECTIVE_C = re.compile(
    r"(?m)^[ \t]*(?:@(?:interface|class|protocol|property|end|implementation)\b|#import[ \t]+[<\"])"
)
_CPP = re.compile(
    r"(?m)^[ \t]*(?:#[ \t]*include[ \t]*<(?:c?std\w+|string|string_view|vector|map|set|list|array|bitset|queue|stack|"
    r"memory|functional|utility|algorithm|atomic|mutex|thread|optional|variant|tuple|type_traits|unordered_(?:map|set)|"
    r"[io]{0,2}stream)>|template[ \t]*<|(?:using[ \t]+)?namespace[ \t]+\w+|class[ \t]+\w+|constexpr\b|"
    r"(?:private|public|protected):[ \t]*$)|\bstd::\w"
)
# Formats that no guess may turn into text: a short compressed file can hold no NUL at all.
_BINARIES = (
    "png jpg jpeg gif bmp ico webp avif tif tiff psd mp3 mp4 m4a ogg wav flac avi mov mkv webm ttf otf woff "
    "woff2 eot zip gz tgz bz2 xz zst 7z rar jar war whl egg tar pdf doc docx xls xlsx ppt pptx odt ods exe "
    "dll so dylib a o obj lib class pyc pyo pyd wasm bin dat db sqlite sqlite3 npy npz pkl parquet mo "
    "keystore jks p12"
)
_BINARY_EXTENSIONS = frozenset(_BINARIES.split())


def language_of(path: str, first_line: str = "") -> str:
    """The language of a file by its name, its extension, or else the interpreter its first line names."""
    name = path.rpartition("/")[2]
    if name in _BY_FILE_NAME:
        return _BY_FILE_NAME[name]
    extension = _extension(name)
    if extension in _BY_EXTENSION:
        return _BY_EXTENSION[extension]
    if name.startswith("Dockerfile."):
        return "dockerfile"
    if found := _SHEBANG.match(first_line):
        return _INTERPRETERS.get(found.group(1).lower(), UNKNOWN)
    return UNKNOWN


def language_of_header(text: str) -> str:
    """Of a file that ends in `.h`: what it holds tells C from C++ and Objective-C, as GitHub's Linguist tells them."""
    if _OBJECTIVE_C.search(text):
        return "objectivec"
    return "cpp" if _CPP.search(text) else "c"


def family_of(language: str) -> Family:
    """Whether a language holds code, data or prose; an unknown one counts as prose, which refuses least."""
    return _TABLE[language][0] if language in _TABLE else "prose"


def names_binary(path: str) -> bool:
    """Whether the extension alone says that the file is no text, whatever its bytes look like."""
    return _extension(path.rpartition("/")[2]) in _BINARY_EXTENSIONS


def known_languages() -> tuple[str, ...]:
    """Every language of the table, sorted."""
    return tuple(sorted(_TABLE))


def _extension(name: str) -> str:
    return name.rpartition(".")[2].lower() if "." in name.lstrip(".") else ""
