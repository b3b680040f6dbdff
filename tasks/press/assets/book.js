// Comfort only: without this file every page reads and navigates the same.
"use strict";

const MODES = ["auto", "light", "dark"];
const STORE = "sourcebook-theme";

function remembered() {
  try {
    const mode = localStorage.getItem(STORE);
    return MODES.includes(mode) ? mode : "auto";
  } catch {
    return "auto"; // storage can be forbidden, for example for file: pages
  }
}

function apply(mode) {
  if (mode === "auto") document.documentElement.removeAttribute("data-theme");
  else document.documentElement.dataset.theme = mode;
}

function setUpTheme(button) {
  const show = (mode) => {
    button.textContent = `${button.dataset.label}: ${button.dataset[mode]}`;
    apply(mode);
  };
  let mode = remembered();
  show(mode);
  button.hidden = false;
  button.addEventListener("click", () => {
    mode = MODES[(MODES.indexOf(mode) + 1) % MODES.length];
    show(mode);
    try {
      localStorage.setItem(STORE, mode);
    } catch {
      // the choice then holds for this page only
    }
  });
}

async function copy(text) {
  if (navigator.clipboard && window.isSecureContext) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy"); // the only way on plain http
  area.remove();
}

function setUpCopy(listing) {
  const { copy: label, copied } = document.documentElement.dataset;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = label;
  button.addEventListener("click", async () => {
    await copy(listing.querySelector("code:not(.place)").textContent);
    button.textContent = copied;
    setTimeout(() => { button.textContent = label; }, 1500);
  });
  (listing.querySelector("figcaption") ?? listing).append(button);
}

function showCurrent(sidebar) {
  const current = sidebar.querySelector("[aria-current]");
  if (current) sidebar.scrollTop = current.offsetTop - sidebar.clientHeight / 3;
}

apply(remembered()); // before the first paint, so that no page flashes white

document.addEventListener("DOMContentLoaded", () => {
  document.querySelectorAll("button.theme").forEach(setUpTheme);
  document.querySelectorAll(".listing").forEach(setUpCopy);
  document.querySelectorAll(".sidebar").forEach(showCurrent);
  const menu = document.querySelector("details.menu");
  menu?.addEventListener("click", (event) => {
    if (event.target.closest("a")) menu.open = false;
  });
  menu?.addEventListener("keydown", (event) => {
    if (event.key === "Escape") menu.open = false;
  });
});
