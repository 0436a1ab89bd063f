// Puzzles without moves: filled in by hand, with conflicts marked at once.

import { cellsThat, colours, degreesOf, Fill, holds, kinds, lastSound, minutes, tried } from "../../../internal/present/gamepage/fill.js";
import { hasCells } from "./board.js";
import { fill, h } from "./dom.js";
import { facts } from "./facts.js";

export class Form {
  #app;
  #pen;
  #named = ""; // the element that a step is about, if no cell shows it
  #step = null; // the last answer to next
  #hints = []; // the degrees of the hint that are not told yet

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
    const p = session.position;
    if (!p?.elements) return;
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
    fill(root,
      h("div", { class: "controls" },
        h("button", { type: "button", onclick: () => this.check() }, "Still solvable?"),
        h("button", { type: "button", onclick: () => this.hint() }, this.#more),
        h("button", { type: "button", onclick: () => this.next() }, "Next step"),
        h("button", { type: "button", disabled: session.undone.length === 0, onclick: () => session.undo() }, "Undo"),
        h("button", { type: "button", disabled: session.redone.length === 0, onclick: () => session.redo() }, "Redo"),
        h("button", { type: "button", disabled: Object.keys({ ...session.values, ...session.marks }).length === 0, onclick: () => session.set({}, {}) }, "Clear")),
      this.#keeping(),
      shown.size > 0 && h("div", { class: "choice", role: "group", "aria-label": "Write" }, kinds.map((kind) => h("button", {
        type: "button", "aria-pressed": String(kind === pen.kind), onclick: () => pen.turn(kind) }, kind))),
      pen.kind === "colour" && h("div", { class: "choice", role: "group", "aria-label": "Colour" }, colours.map((c) => h("button", {
        type: "button", "aria-pressed": String(c === pen.colour), onclick: () => { pen.colour = c; this.#app.drawPanel(); } }, c))),
      cells.length > 1 && chosen.length > 0 ? palette(`${cells.length} cells`, all, [...new Set(all.flatMap((e) => e.options))])
        : chosen.map((e) => palette(e.label, [e], e.options, e.text)),
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

  async check() {
    const a = await this.#app.run("Can it still be solved?", "check", { ...this.#app.session.form, seconds: 30 });
    if (a?.solvable !== false) return a && this.#app.say(a.message);
    const { session } = this.#app, past = [...session.undone, { values: session.values }], { instance } = session.form;
    const ask = async (i) => (await this.#app.run("Since when?", "check", { instance, values: past[i].values, seconds: 30 }))?.solvable ?? null;
    const last = await lastSound(past.length - 1, ask, (i, j) => holds(past[i].values, past[j].values));
    this.#app.say([a.message, last >= 0 && ` It could before step ${last + 1} of ${past.length - 1}. `, last >= 0 && h("button", {
      type: "button", onclick: () => session.back(past.length - 1 - last) }, "Back to the last sound position")], "lost");
  }

  // #keeping has save points, what is only tried, and the clock.
  #keeping() {
    const { session } = this.#app;
    const act = (title, does) => h("button", { type: "button", onclick: does }, title);
    return h("details", { open: this.#kept, ontoggle: (e) => { this.#kept = e.target.open; } }, h("summary", {}, "More"), h("div", { class: "controls" },
      act("Save point", () => session.save(session.position.count)),
      session.saves.map((s, i) => act(`${i + 1}: ${s.name}`, () => session.load(s.at))),
      session.sure ? [act("Keep what was tried", () => session.try(null)), act("Drop what was tried", () => session.try(null, session.sure))]
        : act("Try", () => session.try(session.values).then(() => this.#app.say("What is filled in now is only tried: keep it, or drop it."))),
      h("label", {}, h("input", { type: "checkbox", checked: this.#timer, onchange: (e) => { this.#timer = e.target.checked; this.tick(); } }), " Timer "),
      h("span", { id: "clock" }, this.#timer ? minutes(session.seconds) : "")));
  }

  #kept = false; // these are open
  #timer = false;

  tick() {
    const clock = document.getElementById("clock");
    if (clock) clock.textContent = this.#timer ? minutes(this.#app.session.seconds) : "";
  }

  // tried are the cells with values that were only tried.
  get tried() { return this.cells(tried(this.#app.session)); }

  get #more() { return this.#told ?? "Hint"; }

  #told = null; // what the next degree is called

  // hint tells one degree more with each press, until the values change.
  async hint() {
    if (this.#hints.length === 0) {
      const a = await this.#ask();
      if (!a?.element) return a && this.#app.say(a.message);
      this.#hints = [...degreesOf(a, this.#app.session.position), { act: () => this.set(a.element, a.text) }];
    }
    const { act, say, cells, since = [], more } = this.#hints.shift();
    if (act) return act();
    this.#told = more;
    this.#app.board.mark([...cells, ...since]);
    this.#app.drawPanel();
    this.#app.say(say);
  }

  #ask() { return this.#app.run("Looking for the next step", "next", { ...this.#app.session.form, seconds: 30 }); }

  async next() {
    const a = await this.#ask();
    if (!a) return;
    this.#step = a;
    this.#named = a.element ?? "";
    this.#pen.chosen = a.element ? this.cells([a.element]).slice(0, 1) : [];
    this.#app.board.mark(this.cells([this.#named]));
    this.#app.drawPanel();
    this.#app.say(a.message);
  }

  // forget forgets the step: the values have changed.
  forget() { [this.#step, this.#hints, this.#told] = [null, [], null]; }

  // leave chooses nothing: another board is shown.
  leave() { this.#pen.forget(); }
}
