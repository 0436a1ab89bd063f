// Help for those who play, with and without moves: hints by degrees, whether it can still be solved, save points, what is
// only tried, a timer.

import { minutes } from "../../../internal/present/gamepage/fill.js";
import { outlook } from "../../../internal/present/gamepage/hints.js";
import { $, h } from "./dom.js";
import { keep, kept } from "./store.js";

const act = (title, does) => h("button", { type: "button", onclick: does }, title);

export class Help {
  #app;
  #degrees = []; // of the hint, that are not told yet
  #open = false; // save points and the timer are shown
  #timer = false;
  #checks = kept("pzc-checks") ?? "once"; // when mistakes are shown
  #asked = false; // it was asked whether this position can be solved
  title = "Hint"; // what the next press tells

  constructor(app) { this.#app = app; }

  // forget forgets the hint: the position has changed.
  forget() { [this.#degrees, this.title, this.#asked] = [[], "Hint", false]; }

  // hushed is a position without its mistakes, unless these are to be shown.
  hushed(p) {
    const shown = this.#checks === "once" || this.#asked && this.#checks === "asked" || !p.conflicts;
    return shown ? p : { ...p, conflicts: [], boards: p.boards.map((b) => ({ ...b, wrong: [] })) };
  }

  #redraw() {
    this.#app.drawBoard();
    this.#app.drawPanel();
  }

  // hint tells one degree more with each press, of those that find returns.
  async hint(find) {
    if (this.#degrees.length === 0) this.#degrees = await find() ?? [];
    const { act: does, say, cells = [], since = [], more = "Hint" } = this.#degrees.shift() ?? {};
    if (does || !say) return does?.();
    this.title = more;
    this.#app.board.mark([...cells, ...since]);
    this.#app.drawPanel();
    this.#app.say(say);
  }

  // check says whether it can still be solved. back goes to an earlier position.
  async check(now, sound, worse, step, back) {
    const { say, last } = await outlook(now, sound, worse, step);
    this.#asked = true;
    this.#redraw();
    this.#app.say([say, " ", last >= 0 && act("Back to the last sound position", () => back(last))], last >= 0 ? "lost" : "");
  }

  panel() {
    const { session } = this.#app, { moves } = session.model;
    return h("details", { open: this.#open, ontoggle: (e) => { this.#open = e.target.open; } }, h("summary", {}, "More"), h("div", { class: "controls" },
      act("Save point", () => session.save(moves ? $("line").querySelector("output").textContent : session.position.count)),
      session.saves.map((s, i) => act(`${i + 1}: ${s.name}`, () => session.load(s.at))),
      moves ? "" : session.sure ? [act("Keep what was tried", () => session.try(null)), act("Drop what was tried", () => session.try(null, session.sure))]
        : act("Try", () => session.try(session.values).then(() => this.#app.say("What is filled in now is only tried: keep it, or drop it."))),
      !moves && h("label", {}, "Mistakes are shown ", h("select", { onchange: (e) => { keep("pzc-checks", this.#checks = e.target.value); this.#redraw(); } },
        [["once", "at once"], ["asked", "when asked"], ["never", "never"]].map(([value, title]) => h("option", { value, selected: value === this.#checks }, title)))),
      h("label", {}, h("input", { type: "checkbox", checked: this.#timer, onchange: (e) => { this.#timer = e.target.checked; this.tick(); } }), " Timer "),
      h("span", { id: "clock" }, this.#time)));
  }

  get #time() { return this.#timer ? minutes(this.#app.session.seconds) : ""; }

  tick() { if ($("clock")) $("clock").textContent = this.#time; }
}
