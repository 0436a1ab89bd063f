// Help for those who play, with and without moves: hints by degrees, whether it can still be solved, save points, what is
// only tried, a timer.

import { minutes } from "../../../internal/present/gamepage/fill.js";
import { outlook } from "../../../internal/present/gamepage/hints.js";
import { $, h } from "./dom.js";

const act = (title, does) => h("button", { type: "button", onclick: does }, title);

export class Help {
  #app;
  #degrees = []; // of the hint, that are not told yet
  #open = false; // save points and the timer are shown
  #timer = false;
  title = "Hint"; // what the next press tells

  constructor(app) { this.#app = app; }

  // forget forgets the hint: the position has changed.
  forget() { [this.#degrees, this.title] = [[], "Hint"]; }

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
    this.#app.say([say, " ", last >= 0 && act("Back to the last sound position", () => back(last))], last >= 0 ? "lost" : "");
  }

  panel() {
    const { session } = this.#app, { moves } = session.model;
    return h("details", { open: this.#open, ontoggle: (e) => { this.#open = e.target.open; } }, h("summary", {}, "More"), h("div", { class: "controls" },
      act("Save point", () => session.save(moves ? $("line").querySelector("output").textContent : session.position.count)),
      session.saves.map((s, i) => act(`${i + 1}: ${s.name}`, () => session.load(s.at))),
      moves ? "" : session.sure ? [act("Keep what was tried", () => session.try(null)), act("Drop what was tried", () => session.try(null, session.sure))]
        : act("Try", () => session.try(session.values).then(() => this.#app.say("What is filled in now is only tried: keep it, or drop it."))),
      h("label", {}, h("input", { type: "checkbox", checked: this.#timer, onchange: (e) => { this.#timer = e.target.checked; this.tick(); } }), " Timer "),
      h("span", { id: "clock" }, this.#time)));
  }

  get #time() { return this.#timer ? minutes(this.#app.session.seconds) : ""; }

  tick() { if ($("clock")) $("clock").textContent = this.#time; }
}
