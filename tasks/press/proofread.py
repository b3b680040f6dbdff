"""The quality gate: what can be said of a published book without any tool from outside.

Links and anchors, and the rules of HTML, accessibility and EPUB that need no browser. The heavy
validators (vnu, axe, EPUBCheck) run in CI: `make check-press`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from urllib.parse import unquote, urlsplit

from tasks.press.epub import FILE as EPUB_FILE
from tasks.press.page_elements import Element, PageElements
from tasks.press.proof import SCHEMES, Fault, Proof
from tasks.press.proofread_epub import proofread_epub

_POLICY_MUST = ("default-src 'none'", "style-src 'self'", "script-src 'self'", "base-uri 'none'", "form-action 'none'")
_LOADING = {"script": "src", "link": "href", "img": "src", "source": "src", "iframe": "src", "object": "data"}


def proofread(site: Mapping[str, bytes]) -> Proof:
    """Check every page of a published book, those inside an e-book too; pure.

    Args:
        site: file name -> content.
    """
    parsed = {name: PageElements.of(data) for name, data in sorted(site.items()) if name.endswith(".html")}
    ids = {name: frozenset(page.ids) for name, page in parsed.items()}
    faults = [
        Fault(name, problem)
        for name, page in parsed.items()
        for problem in (*_structure(page), *_policy(page), *_names(page), *_links(name, page, ids, site))
    ]
    if "index.html" not in site:
        faults.insert(0, Fault("index.html", "the title page is missing"))
    proof = Proof({name: len(page.addresses) for name, page in parsed.items()}, tuple(faults))
    return proof.and_(proofread_epub(EPUB_FILE, site[EPUB_FILE])) if EPUB_FILE in site else proof


def _structure(page: PageElements) -> Iterator[str]:
    for name, count in Counter(page.ids).items():
        if count > 1:
            yield f'the id "{name[:60]}" stands {count} times'
    for root in page.all("html"):
        if not root.attributes.get("lang"):
            yield "the page says no language"
    if not any(title.text.strip() for title in page.all("title")):
        yield "the page has no title"
    for tag in ("main", "h1"):
        if (count := len(page.all(tag))) != 1:
            yield f"the page has {count} {tag} elements, not 1"
    level = 0
    for heading in (element for element in page.elements if element.tag in {"h1", "h2", "h3", "h4", "h5", "h6"}):
        now = int(heading.tag[1])
        if now > level + 1:
            yield f'a heading of level {now} follows one of level {level}: "{heading.text.strip()[:60]}"'
        level = now


def _policy(page: PageElements) -> Iterator[str]:
    policies = [
        meta.attributes.get("content", "")
        for meta in page.all("meta")
        if meta.attributes.get("http-equiv", "").lower() == "content-security-policy"
    ]
    if len(policies) != 1:
        yield f"the page has {len(policies)} content security policies, not 1"
    for policy in policies:
        rules = [rule.strip() for rule in policy.split(";")]
        yield from (f'the policy lacks "{rule}"' for rule in _POLICY_MUST if rule not in rules)
        if "unsafe" in policy:
            yield "the policy allows something unsafe"
    for element in page.elements:
        if element.tag == "script" and (element.text.strip() or not element.attributes.get("src")):
            yield "the policy forbids the script inside the page"
        if element.tag in {"style", "iframe", "object", "embed", "foreignobject"}:
            yield f"the page holds a {element.tag} element"
        for name in element.attributes:
            if name == "style" or name.startswith("on"):
                yield f"the policy forbids the {name} attribute of {element.tag}"


def _names(page: PageElements) -> Iterator[str]:
    for image in page.all("img"):
        if "alt" not in image.attributes:
            yield "an image has no alternative text"
    for drawing in page.all("svg"):
        if not (drawing.attributes.get("aria-labelledby") or drawing.attributes.get("aria-hidden")):
            yield "a drawing has no accessible name"
    for table in page.tables:
        if not table:
            yield "a table has no header cells"
    for element in page.elements:
        if element.tag in {"nav", "dialog"} and not _is_named(element):
            yield f"a {element.tag} has no name"
        for attribute in ("aria-labelledby", "aria-describedby", "popovertarget", "aria-controls"):
            for name in element.attributes.get(attribute, "").split():
                if name not in page.ids:
                    yield f'{attribute} names "{name[:60]}", which the page does not have'


def _is_named(element: Element) -> bool:
    return bool(element.attributes.get("aria-label") or element.attributes.get("aria-labelledby"))


def _links(
    name: str, page: PageElements, ids: Mapping[str, frozenset[str]], site: Mapping[str, bytes]
) -> Iterator[str]:
    for element, address in page.addresses:
        parts = urlsplit(address)
        loads = _LOADING.get(element.tag) is not None
        if parts.scheme or parts.netloc:
            if loads:
                yield f"{element.tag} asks for {address[:80]}, outside the book"
            elif parts.scheme not in SCHEMES:
                yield f"a link has the scheme {parts.scheme or 'none'}: {address[:80]}"
            continue
        target, fragment = unquote(parts.path) or name, unquote(parts.fragment)
        if target not in site:
            yield f"a link leads to {target[:80]}, which the book does not have"
        elif fragment and fragment not in ids.get(target, frozenset()):
            yield f"a link leads to {target}#{fragment[:60]}, and there is no such place"
