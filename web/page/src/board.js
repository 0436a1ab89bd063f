// The board: the picture that the compiler draws, and over it a table with a cell for each cell of the board, which can
// be read, focused, clicked and dragged.

import { fill, h, svg } from "./dom.js";
import { aimed, pencil, pointer, told } from "../../../internal/present/gamepage/fill.js";

// The most cells that get an element each.
const most = 5000;

// hasCells tells whether the cells of a board can be clicked: those of a line of text cannot.
export const hasCells = (b) => !b.caption && b.rows * b.cols <= most;

const arrows = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Board {
  #root;
  #o;
  #shape = "";
  #tables = [];
  #at = [0, 0]; // the cell that Tab leads to: board and index
  #boards = [];
  #texts = h("div", { class: "sr" });
  #picture = h("div", { class: "picture" });

  // o: point(cells, to, by, other) a click or a drag over cells, see pointer: to is where a drag ended, null if outside,
  // and undefined of a click; by is how far it went. press(event, cell): a key on a cell, true if it was of use.
  constructor(root, o) {
    this.#root = root;
    this.#o = o;
    root.append(h("figure", { class: "board" }, this.#picture, this.#texts));
  }

  // clear shows no boards.
  clear() {
    this.#shape = "";
    this.#tables = [];
    this.#picture.style.aspectRatio = "";
    fill(this.#picture);
    fill(this.#texts);
  }

  // draw shows the boards of a position, pencil marks, and cells with what is only tried.
  draw({ boards, svg: picture, title, elements = [] }, marks = {}, tried = []) {
    this.#boards = boards;
    const drawn = svg(picture);
    pencil(drawn, { boards, elements }, marks);
    drawn.setAttribute("aria-hidden", "true");
    drawn.removeAttribute("role");
    const [, , w, height] = (drawn.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);
    this.#picture.style.aspectRatio = `${w} / ${height}`;
    this.#picture.style.setProperty("--wide", `${Math.round(w * 1.6)}px`);
    this.#picture.style.setProperty("--ratio", String(w / height));
    const shape = JSON.stringify([w, height, boards.map((b) => [b.rows, b.cols, b.caption, b.x, b.y, b.width, b.height])]);
    const changed = shape !== this.#shape;
    if (changed) {
      this.#shape = shape;
      this.#tables = boards.map((b, i) => hasCells(b) ? this.#table(b, i, w, height, title) : null);
      const first = this.#tables.findIndex((t) => t);
      if (!this.#tables[this.#at[0]]?.cells[this.#at[1]]) this.#at = [Math.max(0, first), 0];
    }
    // The cells stay where they are, so that the chosen one keeps the focus.
    if (changed) fill(this.#picture, drawn, this.#tables.filter((t) => t).map((t) => t.table));
    else this.#picture.firstChild.replaceWith(drawn);
    fill(this.#texts, boards.filter((b) => b.caption).map((b) => h("p", {}, b.cells[0])));
    boards.forEach((b, i) => this.#label(b, i, marks));
    this.#light("tried", tried);
    this.#rove();
  }

  #table(b, number, w, height, title) {
    const cells = [];
    const table = h("div", { class: "cells", role: "grid", "aria-label": title, "aria-rowcount": b.rows, "aria-colcount": b.cols });
    table.style.left = `${100 * b.x / w}%`;
    table.style.top = `${100 * b.y / height}%`;
    table.style.width = `${100 * b.cols * b.width / w}%`;
    table.style.height = `${100 * b.rows * b.height / height}%`;
    table.style.gridTemplateRows = `repeat(${b.rows}, 1fr)`;
    for (let r = 0; r < b.rows; r++) {
      const row = h("div", { role: "row", class: "row" });
      row.style.gridTemplateColumns = `repeat(${b.cols}, 1fr)`;
      for (let c = 0; c < b.cols; c++) {
        const cell = h("div", { role: "gridcell", class: "cell", tabindex: -1 });
        cell.at = [number, cells.length];
        cells.push(cell);
        row.append(cell);
      }
      table.append(row);
    }
    pointer(table, (e) => this.#aimed(e), (passed, down, up, other) => {
      if (passed.length === 0) return;
      const [x, y] = [up.clientX - down.clientX, up.clientY - down.clientY];
      const to = document.elementFromPoint(up.clientX, up.clientY)?.closest?.(".cell")?.at;
      const drag = Math.hypot(x, y) > 12 && String(to) !== String(passed[0].slice(0, 2));
      this.focus(passed[0].slice(0, 2), false);
      this.#o.point(passed, drag ? to ?? null : undefined, [x, y], other);
    });
    table.addEventListener("keydown", (e) => {
      const at = e.target.at;
      if (!at || e.altKey || e.metaKey) return;
      if (this.#o.press(e, at)) return e.preventDefault();
      const step = arrows[e.key];
      if (step) {
        const r = Math.floor(at[1] / b.cols) + step[0];
        const c = at[1] % b.cols + step[1];
        if (r >= 0 && c >= 0 && r < b.rows && c < b.cols) this.focus([number, r * b.cols + c]);
        e.preventDefault();
        e.stopPropagation();
      } else if (e.key === "Enter" || e.key === " ") {
        this.#o.point([at], undefined, [0, 0], false);
        e.preventDefault();
        e.stopPropagation();
      }
    });
    return { table, cells };
  }

  // #aimed is the cell at a point of the screen, and its side if that is meant.
  #aimed({ clientX, clientY }) {
    const cell = document.elementFromPoint(clientX, clientY)?.closest?.(".cell");
    if (!cell) return;
    const box = cell.getBoundingClientRect();
    return aimed(this.#boards, cell.at, (clientX - box.left) / box.width, (clientY - box.top) / box.height);
  }

  #label(b, number, marks) {
    const t = this.#tables[number];
    if (!t) return;
    const wrong = new Set(b.wrong ?? []);
    t.cells.forEach((cell, k) => {
      const where = b.names?.[k] || `row ${Math.floor(k / b.cols) + 1}, column ${k % b.cols + 1}`;
      const text = (b.cells[k] ?? "").trim();
      const own = marks[[number, k]];
      cell.setAttribute("aria-label", [where, text || "empty", wrong.has(k) && "in conflict", told(own)].filter(Boolean).join(", "));
      cell.classList.toggle("conflict", wrong.has(k));
      if (wrong.has(k)) cell.setAttribute("aria-invalid", "true");
      else cell.removeAttribute("aria-invalid");
    });
  }

  // mark lights up cells: those that are chosen, or that an answer is about.
  mark(list) { this.#light("marked", list); }

  #light(name, list) {
    const lit = new Set(list.map(String));
    for (const t of this.#tables) t?.cells.forEach((c) => c.classList.toggle(name, lit.has(String(c.at))));
  }

  #rove() {
    for (const t of this.#tables) t?.cells.forEach((c) => { c.tabIndex = c.at[0] === this.#at[0] && c.at[1] === this.#at[1] ? 0 : -1; });
  }

  get at() { return this.#at; }

  focus(at = this.#at, really = true) {
    this.#at = [at[0], at[1]];
    this.#rove();
    if (really) this.#tables[at[0]]?.cells[at[1]]?.focus();
    else this.#tables[at[0]]?.cells[at[1]]?.focus({ preventScroll: true });
  }
}
