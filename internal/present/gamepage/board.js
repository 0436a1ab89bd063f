// What the pages on which others play have in common: places of the page, words, and the drawing of a position.

const at = (id) => document.getElementById(id);
const directions = ["up", "right", "down", "left"];
const plural = (n, word) => `${n.toLocaleString("en")} ${word}${n === 1 ? "" : "s"}`;

function make(tag, attributes = {}, ...inside) {
  const e = Object.assign(document.createElement(tag), tag === "button" ? { type: "button" } : {}, attributes);
  e.append(...inside);
  return e;
}

function say(text, won) {
  at("say").textContent = called(text);
  at("say").classList.toggle("won", Boolean(won));
}

// list shows buttons in a place. If the focus was there, it stays.
function list(items, press, ul = at("list")) {
  const before = [...ul.querySelectorAll("button")].indexOf(document.activeElement);
  ul.replaceChildren(...items.map((item) => {
    const b = make("button", { textContent: item.text, onclick: () => press(item) });
    if (item.pressed !== undefined) b.setAttribute("aria-pressed", Boolean(item.pressed));
    return make("li", {}, b);
  }));
  const all = ul.querySelectorAll("button");
  if (before >= 0) (all[Math.min(before, all.length - 1)] || at("board")).focus();
}

const svgNS = "http://www.w3.org/2000/svg";

function draw(p) {
  const svg = document.createElementNS(svgNS, "svg");
  for (const [k, v] of Object.entries({ viewBox: `0 0 ${p.width} ${p.height}`, role: "img", "aria-label": p.alt, width: Math.max(1.6 * p.width, 240) }))
    svg.setAttribute(k, v);
  svg.innerHTML = p.parts; // drawn by pzc: shapes and escaped texts
  svg.style.touchAction = "pinch-zoom";
  svg.style.setProperty("--ratio", p.width / p.height);
  at("board").replaceChildren(svg);
  return svg;
}

// frame draws a frame in a cell.
function frame(svg, p, [board, cell], kind) {
  const b = p.boards[board], r = document.createElementNS(svgNS, "rect");
  const x = b.x + (cell % b.cols) * b.width + 2, y = b.y + Math.floor(cell / b.cols) * b.height + 2;
  for (const [k, v] of Object.entries({ x, y, width: b.width - 4, height: b.height - 4, class: kind })) r.setAttribute(k, v);
  svg.append(r);
}

// cellAt is the board, the cell and the side that is meant at a point of the screen, undefined outside.
function cellAt(p, event) {
  const box = at("board").querySelector("svg").getBoundingClientRect();
  const x = (event.clientX - box.left) / box.width * p.width, y = (event.clientY - box.top) / box.height * p.height;
  for (const [i, b] of p.boards.entries()) {
    const col = Math.floor((x - b.x) / b.width), row = Math.floor((y - b.y) / b.height);
    if (col >= 0 && row >= 0 && col < b.cols && row < b.rows)
      return aimed(p.boards, [i, row * b.cols + col], (x - b.x) / b.width - col, (y - b.y) / b.height - row);
  }
}

// drawingOf reads a drawing as the compiler sends it.
function drawingOf(svg) {
  const drawing = new DOMParser().parseFromString(svg, "text/html").querySelector("svg");
  const [, , width, height] = drawing.getAttribute("viewBox").split(" ").map(Number);
  return { width, height, parts: drawing.innerHTML, alt: drawing.getAttribute("aria-label") };
}
