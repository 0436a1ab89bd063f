// Puzzles without moves: filled in by hand, with conflicts marked at once.

import { cellsThat, colours, degreesOf, Fill, holds, kinds, tried } from "../../../internal/present/gamepage/fill.js";
import { hasCells } from "./board.js";
import { $, fill, h } from "./dom.js";
import { facts } from "./facts.js";

// leftAfter has the values that elements may have after some steps, where a step has excluded one.
const leftAfter = (facts) => Object.assign({}, ...facts.map((f) => f.left));

export class Form {
  #app;
  #pen;
  #named = ""; // the element that a step is about, if no cell shows it
  #step = null; // the last answer to next

  constructor(app) {
    this.#app = app;
    const { session } = app;
    this.#pen = new Fill({
      get position() { return session.position; },
      get values() { return session.values; },
      get marks() { return session.marks; },
      set: (values, marks, again) => session.set(values, marks, again),
      press: (cell) => session.press(cell),
      undo: () => session.undo(),
      redo: () => session.redo(),
      say: (text) => app.say(text),
      draw: () => this.#draw(),
    });
  }

  // #draw shows what is chosen.
  #draw() {
    this.#app.board.mark(this.#pen.chosen);
    if (this.#pen.spot) this.#app.board.focus(this.#pen.spot);
    this.#app.drawPanel();
  }

  get #elements() { return this.#app.session.position?.elements ?? []; }

  // cells are the cells that show one of some elements.
  cells(names) { return cellsThat(this.#app.session.position.boards, names); }

  set(name, text) { return this.#pen.write([this.#pen.find(name)], text ?? ""); }

  // point takes a click on a cell, or a drag over cells. other: by the right button, or after a long press.
  async point(cells, other = false) {
    await this.#pen.stroke(cells, other);
    this.#app.board.mark(this.#pen.chosen);
  }

  press(e, at) {
    const pen = this.#pen;
    if (e.key === "Enter") return false;
    if (String(pen.spot) !== String(at)) pen.chosen = [[...at]];
    return pen.key(e);
  }

  panel(root) {
    const { session } = this.#app;
    if (!session.position?.elements) return;
    const p = this.#app.help.hushed(session.position);
    const pen = this.#pen, cells = pen.chosen;
    const all = cells.length > 1 ? cells.flatMap((c) => pen.meant(c) ?? []) : cells.flatMap((c) => pen.at(c));
    const chosen = all.length > 0 ? all.slice(0, 9) : this.#elements.filter((e) => e.name === this.#named);
    const write = (elements, o) => (["corner", "centre"].includes(pen.kind) ? pen.mark(cells.length > 0 ? cells : this.cells([elements[0].name]), pen.kind, o) : pen.write(elements, o));
    const palette = (title, elements, options, text) => h("section", { class: "palette" }, h("h2", {}, h("code", {}, title)),
      h("div", { role: "group", "aria-label": `Value of ${title}`, class: "choice" },
        options.slice(0, 100).map((o) => h("button", { type: "button", "aria-pressed": String(pen.kind === "value" && o === text), onclick: () => write(elements, o) }, o)),
        h("button", { type: "button", class: "plain", onclick: () => pen.write(elements, "") }, "Clear")));
    const shown = new Set(p.boards.filter(hasCells).flatMap((b) => b.shows ?? []).flat());
    const hidden = this.#elements.filter((e) => !shown.has(e.name));
    const wrong = new Set((p.conflicts ?? []).flatMap((c) => c.elements ?? []));
    fill($("pad"),
      shown.size > 0 && h("div", { class: "choice", role: "group", "aria-label": "Write" }, kinds.map((kind) => h("button", {
        type: "button", "aria-pressed": String(kind === pen.kind), onclick: () => pen.turn(kind) }, kind))),
      pen.kind === "colour" && h("div", { class: "choice", role: "group", "aria-label": "Colour" }, colours.map((c) => h("button", {
        type: "button", "aria-pressed": String(c === pen.colour), onclick: () => { pen.colour = c; this.#app.drawPanel(); } }, c))),
      cells.length > 1 && chosen.length > 0 ? palette(`${cells.length} cells`, all, [...new Set(all.flatMap((e) => e.options))])
        : chosen.map((e) => palette(e.label, [e], e.options, e.text)));
    fill(root,
      h("div", { class: "controls" },
        h("button", { type: "button", onclick: () => this.check() }, "Still solvable?"),
        h("button", { type: "button", onclick: () => this.hint() }, this.#app.help.title),
        h("button", { type: "button", onclick: () => this.next() }, "Next step"),
        h("button", { type: "button", disabled: session.undone.length === 0, onclick: () => session.undo() }, "Undo"),
        h("button", { type: "button", disabled: session.redone.length === 0, onclick: () => session.redo() }, "Redo"),
        h("button", { type: "button", disabled: Object.keys({ ...session.values, ...session.marks }).length === 0, onclick: () => session.set({}, {}) }, "Clear")),
      this.#app.help.panel(),
      chosen.length === 0 && shown.size > 0 && h("p", { class: "note" }, "Click a cell, or go to it with the arrow keys and type. A drag paints cells, draws lines or chooses several cells; the right button or a long press writes the opposite. m changes what is written; Shift or Ctrl with a digit marks the corner or the centre."),
      this.#step && h("section", { "aria-label": "Next step" }, h("h2", {}, this.#step.message),
        this.#step.facts?.length > 0 && facts(this.#app, this.#step.facts),
        this.#step.element && h("button", { type: "button", onclick: () => this.set(this.#step.element, this.#step.text) }, "Fill it in")),
      p.conflicts?.length > 0 && h("section", {}, h("h2", {}, "Conflicts"),
        h("ul", { class: "facts" }, p.conflicts.map((c) => h("li", { class: "bad" }, c.message, " ", c.line && this.#app.place(c))))),
      hidden.length > 0 && h("section", {}, h("h2", {}, "Values"), h("table", { class: "values" }, h("tbody", {}, hidden.slice(0, 500).map((e) => h("tr", { class: wrong.has(e.name) ? "bad" : null },
        h("th", { scope: "row" }, h("label", { for: "v-" + e.name }, h("code", {}, e.label))),
        h("td", {}, h("select", { id: "v-" + e.name, onchange: (x) => this.set(e.name, x.target.value || null) },
          h("option", { value: "" }, "–"), e.options.map((o) => h("option", { value: o, selected: o === e.text }, o))))))))));
  }

  check() {
    const { help, session } = this.#app, past = [...session.undone, { values: session.values }], now = past.length - 1, { instance } = session.form;
    const sound = async (i) => (await this.#app.run("Can it still be solved?", "check", { instance, values: past[i].values, seconds: 30 }))?.solvable ?? null;
    return help.check(now, sound, (i, j) => holds(past[i].values, past[j].values), (i) => `step ${i} of ${now}`, (last) => session.back(now - last));
  }

  // tried are the cells with values that were only tried.
  get tried() { return this.cells(tried(this.#app.session)); }

  hint() {
    return this.#app.help.hint(async () => {
      const a = await this.#ask();
      if (a?.element) return [...degreesOf(a, this.#app.session.position), { act: () => this.set(a.element, a.text) }];
      return a && [{ say: a.message }];
    });
  }

  #ask() { return this.#app.run("Looking for the next step", "next", { ...this.#app.session.form, seconds: 30 }); }

  async next() {
    const a = await this.#ask();
    if (!a) return;
    this.#step = a;
    this.#named = a.element ?? "";
    this.#pen.chosen = a.element ? this.cells([a.element]).slice(0, 1) : [];
    const { board, session } = this.#app;
    board.draw(session.position, { ...this.#candidates(leftAfter(a.facts)), ...session.marks }, this.tried);
    board.mark(this.cells([this.#named]));
    this.#app.drawPanel();
    this.#app.say(a.message);
  }

  // forget forgets the step: the values have changed.
  forget() { this.#step = null; }

  // candidates are marks for what is still possible after some steps, in cells that show one element alone. They are left
  // out where they do not fit.
  #candidates(left) {
    return Object.fromEntries(this.#app.session.position.boards.flatMap((b, i) => (b.shows ?? []).flatMap((names, k) => {
      const centre = names?.length === 1 && !b.stands?.[k] ? left[names[0]] : undefined;
      return centre?.length > 1 && centre.join("").length <= 9 ? [[`${i},${k}`, { centre }]] : [];
    })));
  }

  // walk shows what is known and possible after some steps. again: the steps before were shown.
  async walk(facts, again) {
    const left = leftAfter(facts), known = Object.entries(left).filter(([, values]) => values.length === 1);
    await this.#app.session.set(Object.fromEntries(known.map(([name, [value]]) => [name, value])), this.#candidates(left), again);
    this.#app.board.mark(this.cells(Object.keys(facts.at(-1)?.left ?? {})));
  }

  // leave chooses nothing: another board is shown.
  leave() { this.#pen.forget(); }
}
