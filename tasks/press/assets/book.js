// Comfort only: without this file every page reads and navigates the same.
"use strict";

(() => {
  const MODES = ["auto", "light", "dark"];
  const THEME = "sourcebook-theme";
  const SCROLL = "sourcebook-contents";

  function recall(storage, key) {
    try {
      return globalThis[storage].getItem(key);
    } catch {
      return null; // storage can be forbidden, for example for file: pages
    }
  }

  function remember(storage, key, value) {
    try {
      globalThis[storage].setItem(key, value);
    } catch {
      // the choice then holds for this page only
    }
  }

  function remembered() {
    const mode = recall("localStorage", THEME);
    return MODES.includes(mode) ? mode : "auto";
  }

  function apply(mode) {
    if (mode === "auto") document.documentElement.removeAttribute("data-theme");
    else document.documentElement.dataset.theme = mode;
  }

  function setUpTheme(button) {
    const words = button.querySelector("span");
    const show = (mode) => {
      words.textContent = button.dataset[mode];
      button.setAttribute("aria-label", `${button.dataset.label}: ${button.dataset[mode]}`);
      button.dataset.mode = mode;
      apply(mode);
    };
    let mode = remembered();
    show(mode);
    button.hidden = false;
    button.addEventListener("click", () => {
      mode = MODES[(MODES.indexOf(mode) + 1) % MODES.length];
      show(mode);
      remember("localStorage", THEME, mode);
    });
  }

  async function copy(text) {
    if (navigator.clipboard && window.isSecureContext) {
      try {
        await navigator.clipboard.writeText(text);
        return;
      } catch {
        // refused by a permission: the old way may still be allowed
      }
    }
    const area = document.createElement("textarea");
    area.value = text;
    area.className = "off-screen";
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }

  function setUpCopy(listing) {
    const { copy: label, copied } = document.documentElement.dataset;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = label;
    button.addEventListener("click", async () => {
      await copy(listing.querySelector("pre code").textContent);
      button.textContent = copied;
      setTimeout(() => { button.textContent = label; }, 1500);
    });
    (listing.querySelector("figcaption") ?? listing).append(button);
  }

  function setUpContents(sidebar) {
    const current = sidebar.querySelector("[aria-current]");
    const kept = Number(recall("sessionStorage", SCROLL));
    if (kept) sidebar.scrollTop = kept;
    const hidden = current && (current.offsetTop < sidebar.scrollTop
      || current.offsetTop + current.offsetHeight > sidebar.scrollTop + sidebar.clientHeight);
    if (hidden) sidebar.scrollTop = current.offsetTop - sidebar.clientHeight / 3;
    addEventListener("pagehide", () => remember("sessionStorage", SCROLL, String(sidebar.scrollTop)));
    sidebar.addEventListener("click", (event) => {
      if (event.target.closest("a") && sidebar.matches(":popover-open")) sidebar.hidePopover();
    });
    followSections(sidebar);
  }

  function followSections(sidebar) {
    const links = new Map();
    for (const link of sidebar.querySelectorAll('a[href^="#"]')) {
      const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
      if (heading) links.set(heading, link);
    }
    if (!links.size) return;
    const mark = () => {
      const limit = innerHeight / 3;
      const passed = [...links.keys()].filter((heading) => heading.getBoundingClientRect().top < limit);
      for (const link of links.values()) link.removeAttribute("aria-current");
      links.get(passed.at(-1))?.setAttribute("aria-current", "location");
    };
    let waiting = false;
    addEventListener("scroll", () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => { waiting = false; mark(); });
    }, { passive: true });
    mark();
  }

  function setUpTurning() {
    // Where arrow keys have work of their own they keep it.
    const busy = "input, textarea, select, button, summary, pre, dialog, [popover]:popover-open, [contenteditable], [tabindex='0']";
    const back = document.documentElement.dir === "rtl" ? "ArrowRight" : "ArrowLeft";
    const ways = { ArrowLeft: "next", ArrowRight: "next", [back]: "prev" };
    document.addEventListener("keydown", (event) => {
      const way = ways[event.key];
      if (!way || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (event.target.closest?.(busy) || document.querySelector("dialog[open]")) return;
      const link = document.querySelector(`link[rel="${way}"]`);
      if (link) location.assign(link.href);
    });
  }

  function setUpPreview(term) {
    const preview = term.querySelector(".preview");
    const place = () => {
      term.classList.remove("dismissed");
      preview.style.translate = "0";
      const box = preview.getBoundingClientRect();
      const over = Math.max(0, box.right - document.documentElement.clientWidth + 8);
      const under = Math.max(0, 8 - box.left);
      preview.style.translate = `${under - over}px`;
    };
    term.addEventListener("pointerenter", place);
    term.addEventListener("focusin", place);
  }

  apply(remembered()); // before the first paint, so that no page flashes white

  document.addEventListener("DOMContentLoaded", () => {
    document.querySelectorAll("button.theme").forEach(setUpTheme);
    document.querySelectorAll(".listing").forEach(setUpCopy);
    document.querySelectorAll(".sidebar").forEach(setUpContents);
    document.querySelectorAll(".term").forEach(setUpPreview);
    setUpTurning();
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      for (const term of document.querySelectorAll(".term:hover, .term:focus-within")) term.classList.add("dismissed");
    });
  });
})();
