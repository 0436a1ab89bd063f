// Puzzles without moves: filled in by hand, with conflicts marked at once.

import { hasCells } from "./board.js";
import { fill, h } from "./dom.js";
import { facts } from "./facts.js";
import { colours, jot, kinds } from "./marks.js";

export class Form {
  #app;
  #now = []; // the names of the chosen elements: those of a cell, or one
  #step = null; // the last answer to next
  #kind = "value"; // what is written
  #colour = colours[0];

  constructor(app) { this.#app = app; }

  get #elements() { return this.#app.session.position?.elements ?? []; }

  // #at are the elements that a cell shows.
  #at([board, cell]) {
    const names = this.#app.session.position?.boards[board]?.shows?.[cell] ?? [];
    return this.#elements.filter((e) => names.includes(e.name));
  }

  // #cells are the cells that show an element.
  #cells(name) {
    return this.#app.session.position.boards.flatMap((b, i) =>
      (b.shows ?? []).flatMap((names, k) => (names?.includes(name) ? [[i, k]] : [])));
  }

  set(name, text) {
    const { session } = this.#app;
    const values = { ...session.values };
    if (text === null) delete values[name];
    else values[name] = text;
    return session.set(values);
  }

  // jot marks cells by pencil.
  #jot(cells, text) { return this.#app.session.set(this.#app.session.values, jot(this.#app.session.marks, cells, this.#kind, text)); }

  #turn(kind) {
    this.#kind = kind;
    this.#app.drawPanel();
    this.#app.say({ value: "Values are filled in.", colour: "Point at cells to colour them.", cross: "Point at cells to cross them out." }[kind] ??
      `Marks are written into the ${kind} of cells.`);
  }

  // #drag takes the cells that a pointer went over. Values that each cell shares with the next one change, such as
  // lines. If there are none, the cells get the next value of the first.
  async #drag(cells) {
    const { session } = this.#app;
    const values = { ...session.values };
    const all = cells.map((c) => this.#at(c));
    const shared = [...new Set(all.slice(1).flatMap((of, i) => of.filter((e) => all[i].includes(e))))];
    const changed = shared.length > 0 ? shared : all.flatMap((of) => (of.length === 1 ? of : []));
    if (changed.length === 0) return;
    const { options, text } = changed[0];
    const lines = shared.length > 0 && options.includes("true");
    const next = lines ? (text === "true" ? "" : "true") : options[options.indexOf(text) + 1] ?? "";
    for (const e of changed) {
      if (next === "") delete values[e.name];
      else if (e.options.includes(next)) values[e.name] = next;
    }
    this.#now = [];
    await session.set(values);
  }

  // point takes a click on a cell. A cell whose element has few values gets the next one; else the values are offered.
  async point(at, passed = []) {
    const { session } = this.#app;
    const pencil = { colour: this.#colour, cross: "✕" }[this.#kind];
    if (pencil) return this.#jot(passed.length > 0 ? passed : [at], pencil);
    if (passed.length > 1) return this.#drag(passed);
    const elements = this.#at(at);
    this.#now = elements.map((e) => e.name);
    if (this.#kind !== "value" || elements.length > 1 || elements[0]?.options.length > 3) {
      this.#app.board.mark([at]);
      return this.#app.drawPanel();
    }
    const before = JSON.stringify(session.values);
    await session.press(at);
    if (JSON.stringify(session.values) === before && elements.length === 0) this.#app.say("Nothing is filled in here.");
    else this.#app.drawPanel();
  }

  // #write gives an element a value, or marks its cells by pencil.
  #write(name, text) {
    return ["corner", "centre"].includes(this.#kind) ? this.#jot(this.#cells(name), text) : this.set(name, text);
  }

  // #option is the value that a key stands for in a cell: the one that begins with it.
  #option(at, key) {
    const options = this.#at(at)[0]?.options ?? [];
    return options.find((o) => o === key) ?? options.find((o) => o.toLowerCase().startsWith(key.toLowerCase()));
  }

  press(e, at) {
    const option = this.#option(at, e.key);
    if (e.key === "m" && (this.#kind !== "value" || option === undefined)) {
      this.#turn(kinds[(kinds.indexOf(this.#kind) + 1) % kinds.length]);
      return true;
    }
    if (this.#kind !== "value") {
      const space = e.key === " ";
      const text = { cross: space && "✕", colour: colours[e.key - 1] ?? (space && this.#colour) }[this.#kind] ?? option;
      if (text) this.#jot([at], text);
      return Boolean(text);
    }
    const element = this.#at(at)[0];
    if (!element) return false;
    this.#now = [element.name];
    if (e.key === "Backspace" || e.key === "Delete") {
      this.set(element.name, null);
      return true;
    }
    if (e.key.length !== 1 || e.key === " ") return false;
    if (option === undefined) return false;
    this.set(element.name, option);
    return true;
  }

  panel(root) {
    const { session } = this.#app;
    const p = session.position;
    if (!p?.elements) return;
    const chosen = this.#elements.filter((e) => this.#now.includes(e.name)).slice(0, 9);
    const shown = new Set(p.boards.filter(hasCells).flatMap((b) => b.shows ?? []).flat());
    const hidden = this.#elements.filter((e) => !shown.has(e.name));
    const wrong = new Set((p.conflicts ?? []).flatMap((c) => c.elements ?? []));
    fill(root,
      h("div", { class: "controls" },
        h("button", { type: "button", onclick: () => this.check() }, "Still solvable?"),
        h("button", { type: "button", onclick: () => this.next() }, "Next step"),
        h("button", { type: "button", disabled: session.undone.length === 0, onclick: () => session.undo() }, "Undo"),
        h("button", { type: "button", disabled: Object.keys({ ...session.values, ...session.marks }).length === 0, onclick: () => session.set({}, {}) }, "Clear")),
      shown.size > 0 && h("div", { class: "choice", role: "group", "aria-label": "Write" }, kinds.map((kind) => h("button", {
        type: "button", "aria-pressed": String(kind === this.#kind), onclick: () => this.#turn(kind) }, kind))),
      this.#kind === "colour" && h("div", { class: "choice", role: "group", "aria-label": "Colour" }, colours.map((c) => h("button", {
        type: "button", "aria-pressed": String(c === this.#colour), onclick: () => { this.#colour = c; this.#app.drawPanel(); } }, c))),
      chosen.map((now) => h("section", { class: "palette" }, h("h2", {}, h("code", {}, now.name)),
        h("div", { role: "group", "aria-label": `Value of ${now.name}`, class: "choice" },
          now.options.slice(0, 100).map((o) => h("button", { type: "button", "aria-pressed": String(this.#kind === "value" && o === now.text), onclick: () => this.#write(now.name, o) }, o)),
          h("button", { type: "button", class: "plain", onclick: () => this.set(now.name, null) }, "Clear")))),
      chosen.length === 0 && shown.size > 0 && h("p", { class: "note" }, "Click a cell, or go to it with the arrow keys and type; m changes what is written. A drag fills cells and draws lines."),
      this.#step && h("section", { "aria-label": "Next step" }, h("h2", {}, this.#step.message),
        this.#step.facts?.length > 0 && facts(this.#app, this.#step.facts),
        this.#step.element && h("button", { type: "button", onclick: () => this.set(this.#step.element, this.#step.text) }, "Fill it in")),
      p.conflicts?.length > 0 && h("section", {}, h("h2", {}, "Conflicts"),
        h("ul", { class: "facts" }, p.conflicts.map((c) => h("li", { class: "bad" }, c.message, " ", c.line && this.#app.place(c))))),
      hidden.length > 0 && h("section", {}, h("h2", {}, "Values"), h("table", { class: "values" }, h("tbody", {}, hidden.slice(0, 500).map((e) => h("tr", { class: wrong.has(e.name) ? "bad" : null },
        h("th", { scope: "row" }, h("label", { for: "v-" + e.name }, h("code", {}, e.name))),
        h("td", {}, h("select", { id: "v-" + e.name, onchange: (x) => this.set(e.name, x.target.value || null) },
          h("option", { value: "" }, "–"), e.options.map((o) => h("option", { value: o, selected: o === e.text }, o))))))))));
  }

  async check() {
    const a = await this.#app.run("Can it still be solved?", "check", { ...this.#app.session.form, seconds: 30 });
    if (a) this.#app.say(a.message, a.solvable === false ? "lost" : "");
  }

  async next() {
    const a = await this.#app.run("Looking for the next step", "next", { ...this.#app.session.form, seconds: 30 });
    if (!a) return;
    this.#step = a;
    if (a.element) this.#now = [a.element];
    this.#app.board.mark(this.#now.flatMap((name) => this.#cells(name)));
    this.#app.drawPanel();
    this.#app.say(a.message);
  }

  // forget forgets the step: the values have changed.
  forget() { this.#step = null; }
}
