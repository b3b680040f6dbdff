"""The second lock: whatever the Markdown renderer made, only this vocabulary reaches a page.

The first lock is the parser, which knows no raw HTML. This one holds if a rule of ours has a hole.
"""

from __future__ import annotations

import nh3
from markupsafe import Markup

from tasks.press.links import WEB_SCHEMES

_TAGS = {
    "a", "blockquote", "br", "code", "dd", "del", "details", "div", "dl", "dt", "em", "figcaption", "figure",
    "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "s", "section", "span", "strong", "summary",
    "sup", "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
_ATTRIBUTES = {
    "*": {"class"},
    "a": {"aria-describedby", "aria-label", "href", "id", "rel", "title"},
    "div": {"aria-label"},
    "h2": {"id"},
    "h3": {"id"},
    "h4": {"id"},
    "h5": {"id"},
    "h6": {"id"},
    "li": {"id"},
    "ol": {"start"},
    "section": {"aria-label"},
    "span": {"aria-label", "data-line", "id"},
}
_VALUES = {
    "div": {"role": {"group", "note"}, "tabindex": {"0"}},
    "pre": {"tabindex": {"0"}},
    "span": {"role": {"img", "tooltip"}},
}


def sanitise(html: str) -> Markup:
    """The HTML fragment with every tag, attribute and address outside the press's vocabulary removed."""
    clean = nh3.clean(
        html,
        tags=_TAGS,
        attributes=_ATTRIBUTES,
        tag_attribute_values=_VALUES,
        url_schemes=set(WEB_SCHEMES),
        link_rel=None,
    )
    return Markup(clean)  # noqa: S704 - the one place that declares HTML safe, right after making it so
