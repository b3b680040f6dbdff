"""A book against which exports are held: everything that some tool would act upon, and code that must stay."""

from __future__ import annotations

from tasks.press.manuscript import Book, Chapter, Origin, Term

CODE = {
    "python": 'x = "{{< include /etc/passwd >}}"\n\n{{#include /etc/passwd}}\n{% raw %}\n# not a heading\n',
    "rust": "# [cfg(x)]\n## doc\n#\n#![allow(dead_code)]\nfn main() {}\n",
    "text": ":name: value\n---\ntitle: x\n---\n``` `` ~~~\n",
    "r": "system('id')\n",
}
"""Language -> a listing; each must come out of every tool byte for byte."""

_LISTINGS = "\n\n".join(
    f"````{language} src/a file.x:{line}-{line + 9}\n{code}````"
    for line, (language, code) in enumerate(CODE.items(), start=7)
)

HOSTILE = f"""\
# Hostile

Prose with {{{{< include /etc/passwd >}}}} and {{{{#include /etc/passwd}}}}, {{{{name}}}}, $x$ and $5 to $6, @cite and
[@cite2], H~2~O, x^2^, ~~gone~~, a | b, <script>alert(1)</script>, `code`{{=html}} and [span]{{.klass}}, {{eval}}`1+1`.

:::{{include}} /etc/passwd
:::

::: {{.callout-note}}

(label)=

% comment

+++

a. not a list

(1) neither

\\input{{/etc/passwd}} \\(x\\) \\begin{{equation}}

{_LISTINGS}

```{{python}}
import os
```

```{{r, echo=FALSE}}
system("id")
```

> [!WARNING]
> Mind the **gap**：中文 and see [chapter two](ch02.md#标题) or [here](#deep-c-things).

## Deep `c++` things

**注意：**中文，**`code`**中文。A token stream again.

| a \\| b | `c \\| d` |
| --- | ---: |
| 1 | 2 |

- [x] done[^n]

  ```python
  nested = True
  ```

[^n]: A note.

    More of it.

Term
: Definition

```mermaid
flowchart LR
  A --> B
```

<!-- CHAPTER_FINAL -->
"""

CHINESE = "# 二\n\n正文\n换行。\n\n## 标题\n\n一。\n\n## 标题\n\n二，见[前章](ch01.md)。\n"


def export_book(*, gap: bool = False) -> Book:
    """Three chapters, the last unfinished; with `gap` a number is missing between them."""
    return Book(
        title='Inside "Things": #1',
        subtitle="A `book` of code",
        language="en",
        date="2026-11-30",
        authors=("model-a",),
        origin=Origin(name="things", commit="c0ffee" * 6, url="https://example.org/{commit}/{path}#L{start}"),
        chapters=(
            Chapter(
                number=1, title="Hostile: `c++` & {things}", promise="*All* of it.", difficulty=2, markdown=HOSTILE
            ),
            Chapter(number=2, title="二", difficulty=3, builds_on=(1,), markdown=CHINESE),
            Chapter(number=4 if gap else 3, title="Not there", difficulty=4),
        ),
        glossary=(
            Term(term="token stream", translation="词元流", definition="A `TokenStream` of $x$.", chapter=1),
            Term(term="{odd} <term>", definition="Plain.", chapter=1),
        ),
    )
