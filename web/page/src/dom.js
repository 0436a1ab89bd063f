// Elements are made here. Text is always text: nothing in this page reads markup but svg, and that only what it knows.

// h makes an element. Attributes that begin with "on" are listeners; true and false set and leave out an attribute.
export function h(tag, attributes = {}, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) e.addEventListener(name.slice(2), value);
    else if (value === true) e.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) e.setAttribute(name, value);
  }
  e.append(...children.flat().filter((c) => c !== null && c !== undefined && c !== false));
  return e;
}

export const $ = (id) => document.getElementById(id);

// sentence begins a message of the compiler as a sentence begins.
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// count says how many things there are: "1 move", "2 moves".
export const count = (n, what) => `${n.toLocaleString("en")} ${what}${n === 1 ? "" : "s"}`;

// fill replaces what an element holds.
export function fill(e, ...children) {
  e.replaceChildren(...children.flat().filter((c) => c !== null && c !== undefined && c !== false));
}

// table is a table that can be scrolled. The first cell of each row is its head.
export const table = (rows, head = null) => h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Table" }, h("table", {},
  head?.length > 0 && h("thead", {}, h("tr", {}, head.map((c) => h("th", { scope: "col" }, c)))),
  h("tbody", {}, rows.map((r) => h("tr", {}, r.map((c, i) => i === 0 ? h("th", { scope: "row" }, c) : h("td", {}, c)))))));

// option is a control with a label.
export const option = (label, control) => h("label", { class: "option" }, h("span", {}, label), control);

// copy puts a text into the clipboard. It returns false if the browser does not allow it.
export const copy = (text) => navigator.clipboard?.writeText(text).then(() => true, () => false) ?? false;

const elements = new Set(["svg", "g", "title", "rect", "circle", "path", "text", "line", "polyline", "polygon"]);
const attributes = new Set([
  "viewBox", "width", "height", "role", "aria-label", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "d",
  "points", "fill", "stroke", "stroke-width", "stroke-linecap", "stroke-dasharray", "stroke-linejoin", "opacity",
  "font-family", "font-size", "font-weight", "text-anchor", "transform", "xml:space", "dominant-baseline",
  "class", "data-state", "data-to",
]);

// svg reads a picture, and leaves out all that is not a shape or a text.
export function svg(text) {
  if (!text) return document.createElementNS("http://www.w3.org/2000/svg", "svg"); // a puzzle without a view
  const parsed = new DOMParser().parseFromString(
    text.replace(/^\s*<svg (?![^>]*xmlns=)/, '<svg xmlns="http://www.w3.org/2000/svg" '), "image/svg+xml");
  const root = parsed.documentElement;
  if (root.localName !== "svg") return h("p", {}, "The picture cannot be shown.");
  const clean = (e) => {
    for (const a of [...e.attributes]) {
      if (!attributes.has(a.name) || /url\(|javascript:/i.test(a.value)) e.removeAttributeNode(a);
    }
    for (const child of [...e.children]) {
      if (elements.has(child.localName)) clean(child);
      else child.remove();
    }
  };
  clean(root);
  return document.importNode(root, true);
}

// dialog opens a modal dialog with a heading. It closes by Escape, by its button and by what `close` is given to.
export function dialog(title, content, ...buttons) {
  const close = () => d.close();
  const d = h("dialog", { "aria-labelledby": "dialog-title" },
    h("form", { method: "dialog", class: "dialog" },
      h("header", {}, h("h2", { id: "dialog-title" }, title),
        h("button", { class: "plain", "aria-label": "Close", type: "button", onclick: close }, "✕")),
      h("div", { class: "content" }, content),
      buttons.length > 0 && h("footer", {}, ...buttons)));
  d.addEventListener("close", () => d.remove());
  d.addEventListener("click", (e) => { if (e.target === d) d.close(); });
  document.body.append(d);
  d.showModal();
  return d;
}

// ask asks for a text. It returns null if the user gives none.
export function ask(title, label, value = "", check = () => "") {
  return new Promise((resolve) => {
    let answer = null;
    const input = h("input", { id: "answer", value, autocomplete: "off", spellcheck: "false", "aria-describedby": "answer-error" });
    const error = h("p", { id: "answer-error", class: "error", role: "alert" });
    const d = dialog(title, [h("label", { for: "answer" }, label), input, error],
      h("button", { class: "primary", value: "ok" }, "OK"));
    d.querySelector("form").addEventListener("submit", (e) => {
      const no = check(input.value);
      if (no) {
        e.preventDefault();
        error.textContent = no;
      } else answer = input.value;
    });
    d.addEventListener("close", () => resolve(answer));
    input.select();
  });
}

// save hands a file to the user.
export function save(name, type, content) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

// tabs makes a list of tabs: one is in the order of Tab, the arrow keys go through them.
export function tabs(label, list, chosen, choose) {
  const buttons = list.map(({ id, title, controls }) => h("button", {
    type: "button", role: "tab", id: id ? "tab-" + id : null, "aria-controls": controls, "aria-selected": String(id === chosen),
    tabindex: id === chosen ? 0 : -1, onclick: () => choose(id),
  }, title));
  return h("div", {
    role: "tablist", "aria-label": label, class: "tabs",
    onkeydown: (e) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
      const at = buttons.indexOf(document.activeElement);
      if (!step || at < 0) return;
      e.preventDefault();
      e.stopPropagation();
      const to = (at + step + buttons.length) % buttons.length;
      buttons[to].focus();
      buttons[to].click();
      const same = e.currentTarget.isConnected ? null : document.getElementById(buttons[to].id);
      same?.focus();
    },
  }, buttons);
}

// pixels returns a picture (SVG) as an image of pixels (PNG), twice as large.
export async function pixels(svg) {
  const image = new Image();
  image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(svg);
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 2 * image.naturalWidth;
  canvas.height = 2 * image.naturalHeight;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });
}
