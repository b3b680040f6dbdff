// Full-text search over the index that the press has made. Queries are cut as search_words.py cuts texts.
"use strict";

(() => {
  const SPACELESS = /[\u2e80-\ua4cf\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\u{20000}-\u{3ffff}]/u;
  const WORD = /[\p{L}\p{N}\p{M}_]+(?:\.[\p{L}\p{N}\p{M}_]+)*/gu;
  const MOST = 20;
  const SNIPPET = 150;
  const NEAR = 24;

  let loading = null;
  let sorted = [];

  function load() {
    loading ??= new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = "search-index.js";
      script.addEventListener("load", () => {
        sorted = Object.keys(globalThis.sourcebookIndex.words).sort();
        resolve(globalThis.sourcebookIndex);
      });
      script.addEventListener("error", () => reject(new Error("no index")));
      document.head.append(script);
    });
    return loading;
  }

  function runs(word) {
    const found = [];
    for (const char of word) {
      const spaceless = SPACELESS.test(char);
      const last = found.at(-1);
      if (last && last.spaceless === spaceless) last.chars.push(char);
      else found.push({ spaceless, chars: [char] });
    }
    return found;
  }

  function wordsOf(query, index) {
    const words = [];
    for (const [match] of query.normalize("NFKC").matchAll(WORD)) {
      for (const { spaceless, chars } of runs(match)) {
        if (spaceless) {
          if (chars.length === 1) words.push(chars[0]);
          for (let at = 0; at + 1 < chars.length; at++) words.push(chars[at] + chars[at + 1]);
        } else {
          const whole = chars.join("").replace(/^[._]+|[._]+$/g, "").toLowerCase();
          const known = whole in index.words || withPrefix(whole).length > 0;
          words.push(...(known ? [whole] : whole.split(/[._]+/)).filter(Boolean));
        }
      }
    }
    return words;
  }

  function withPrefix(prefix) {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle] < prefix) low = middle + 1;
      else high = middle;
    }
    const found = [];
    while (low < sorted.length && sorted[low].startsWith(prefix) && found.length < 200) found.push(sorted[low++]);
    return found;
  }

  function scoresOf(word, index) {
    const scores = new Map();
    for (const term of withPrefix(word)) {
      const share = term === word ? 1 : 0.4;
      const list = index.words[term];
      for (let at = 0; at < list.length; at += 2) {
        scores.set(list[at], Math.max(scores.get(list[at]) ?? 0, list[at + 1] * share));
      }
    }
    return scores;
  }

  function find(query, index) {
    const words = wordsOf(query, index);
    const every = words.map((word) => scoresOf(word, index));
    const total = new Map();
    for (const scores of every) {
      for (const [entry, score] of scores) {
        const [sum, hits] = total.get(entry) ?? [0, 0];
        total.set(entry, [sum + score, hits + 1]);
      }
    }
    const whole = query.trim().toLowerCase().replace(/\(\)$/, "");
    const most = Math.max(0, ...[...total.values()].map(([, hits]) => hits));
    const found = [];
    for (const [entry, [sum, hits]] of total) {
      if (hits < most) continue;
      const [, , heading, text, kind] = index.entries[entry];
      let score = sum;
      if (text.toLowerCase().includes(whole)) score *= 1.5;
      if (heading.toLowerCase().includes(whole)) score *= 2;
      if (heading.toLowerCase() === whole || (kind === 1 && heading.toLowerCase().endsWith(`.${whole}`))) score += 1000;
      found.push([entry, score]);
    }
    found.sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    return { words: [whole, ...words], entries: found.slice(0, MOST).map(([entry]) => entry), all: found.length };
  }

  function snippet(text, words) {
    const lowered = text.toLowerCase();
    const places = words.map((word) => lowered.indexOf(word)).filter((at) => at >= 0);
    const first = places[0] ?? 0;
    const start = wordStart(text, Math.max(0, first - SNIPPET / 3), first);
    const end = start + SNIPPET < text.length ? wordEnd(text, start + SNIPPET) : text.length;
    return `${start > 0 ? "…" : ""}${text.slice(start, end)}${end < text.length ? "…" : ""}`;
  }

  // A cut goes to the next space where one is near; text without spaces is cut where it is.
  function wordStart(text, at, limit) {
    const space = text.indexOf(" ", at);
    return at > 0 && space >= 0 && space < Math.min(limit, at + NEAR) ? space + 1 : at;
  }

  function wordEnd(text, at) {
    const space = text.lastIndexOf(" ", at);
    return space > at - NEAR ? space : at;
  }

  function marked(text, words) {
    const parts = document.createDocumentFragment();
    const pattern = words.filter(Boolean).sort((a, b) => b.length - a.length)
      .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
    let at = 0;
    if (pattern) {
      for (const match of text.matchAll(new RegExp(pattern, "giu"))) {
        const mark = document.createElement("mark");
        mark.textContent = match[0];
        parts.append(text.slice(at, match.index), mark);
        at = match.index + match[0].length;
      }
    }
    parts.append(text.slice(at));
    return parts;
  }

  function element(tag, kind, content) {
    const made = document.createElement(tag);
    if (kind) made.className = kind;
    made.append(content);
    return made;
  }

  function result(entry, words, index) {
    const [page, anchor, heading, text] = index.entries[entry];
    const [file, title] = index.pages[page];
    const link = element("a", "", element("span", "hit", marked(heading || title, words)));
    link.href = anchor ? `${file}#${anchor}` : file;
    if (heading) link.append(element("span", "where", title));
    link.append(element("span", "snippet", marked(snippet(text, words), words)));
    return element("li", "", link);
  }

  function setUp(dialog) {
    const input = dialog.querySelector("input");
    const list = dialog.querySelector("ul");
    const status = dialog.querySelector("output");
    const { none, some } = dialog.dataset;

    async function show() {
      const query = input.value;
      if (!query.trim()) {
        list.replaceChildren();
        status.textContent = "";
        return;
      }
      let index;
      try {
        index = await load();
      } catch {
        status.textContent = dialog.dataset.failed;
        return;
      }
      if (query !== input.value) return;
      const found = find(query, index);
      list.replaceChildren(...found.entries.map((entry) => result(entry, found.words, index)));
      status.textContent = found.all ? some.replace("{count}", found.all) : none;
    }

    function move(step) {
      const stops = [input, ...list.querySelectorAll("a")];
      const next = stops[stops.indexOf(document.activeElement) + step];
      next?.focus();
    }

    function open() {
      if (!dialog.open) dialog.showModal();
      input.focus();
      input.select();
      load().catch(() => {});
    }

    input.addEventListener("input", show);
    dialog.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        move(event.key === "ArrowDown" ? 1 : -1);
      } else if (event.key === "Enter" && event.target === input) {
        event.preventDefault();
        list.querySelector("a")?.click();
      } else if (event.key === "Escape") {
        event.preventDefault(); // the field would only be emptied by the first press
        dialog.close();
      }
    });
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog || event.target.closest("a")) dialog.close();
    });
    document.addEventListener("keydown", (event) => {
      const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
      const asked = event.key === "/" || ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k");
      if (asked && !typing && !event.altKey) {
        event.preventDefault();
        open();
      }
    });
    for (const button of document.querySelectorAll("button.search")) {
      button.hidden = false;
      button.addEventListener("click", open);
    }
  }

  document.addEventListener("DOMContentLoaded", () => {
    const dialog = document.querySelector("dialog.search-dialog");
    if (dialog) setUp(dialog);
  });
})();
