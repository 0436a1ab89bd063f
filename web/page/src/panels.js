// The panels below the board that ask the solving worker: solve, explore, why, expect.

import { count, fill, h, option, sentence, svg, table } from "./dom.js";
import { facts } from "./facts.js";

const select = (list, value, change) => h("select", { onchange: (e) => change(e.target.value) },
  list.map((o) => h("option", { value: o, selected: o === value }, o)));

// leaf has buttons to go to the one before and to the next one.
const leaf = (what, words, go) => {
  const button = (title, way, sign) => h("button", { type: "button", "aria-label": `${title} ${what.slice(0, -1).toLowerCase()}`, onclick: () => go(way) }, sign);
  return h("div", { class: "controls", role: "group", "aria-label": what },
    button("Previous", -1, "◀\uFE0E"), h("span", {}, words), button("Next", 1, "▶\uFE0E"));
};

export class Solve {
  #app;
  #o = { backend: "auto", algorithm: "auto", heuristic: "auto", all: false, seconds: 60 };
  #answer = null;
  #at = 0;

  constructor(app) { this.#app = app; }

  forget() { this.#answer = null; }

  panel(root) {
    const { session } = this.#app;
    const set = (name) => (value) => { this.#o[name] = value; };
    const a = this.#answer;
    const model = session.model;
    fill(root,
      h("div", { class: "controls" },
        h("button", { type: "button", class: "primary", id: "solve", onclick: () => this.solve(false) }, "Solve"),
        session.made.length > 0 && h("button", { type: "button", onclick: () => this.solve(true) }, "Solve from here"),
        h("label", {}, h("input", { type: "checkbox", checked: this.#o.all, onchange: (e) => set("all")(e.target.checked) }), " all solutions")),
      h("details", {}, h("summary", {}, "How"),
        h("div", { class: "options" },
          option("Backend", select(["auto", ...(model?.backends ?? [])], this.#o.backend, set("backend"))),
          option("Algorithm", select(["auto", ...(model?.algorithms ?? []).filter((a) => a !== "auto")], this.#o.algorithm, set("algorithm"))),
          option("Heuristic", select(["auto", ...(model?.heuristics ?? [])], this.#o.heuristic, set("heuristic"))),
          option("Seconds", h("input", { type: "number", min: 1, max: 3600, value: this.#o.seconds, onchange: (e) => set("seconds")(Number(e.target.value) || 60) })))),
      a && h("section", { "aria-label": "Answer" },
        h("h2", { class: "headline" }, a.headline), (a.reason || a.only) && h("p", {}, a.reason ?? a.only),
        a.solutions.length > 1 && this.#leaf(),
        h("div", { class: "controls" },
          a.plan?.length > 0 && h("button", { type: "button", onclick: () => this.#watch() }, "Watch the plan"),
          this.#app.writes && a.expects.map((x) => h("button", { type: "button", onclick: () => this.#app.writeExpect(a.instance, x) },
            "Write ", h("code", {}, `expect ${x.text}`)))),
        h("p", { class: "note" }, a.how),
        a.facts.length > 0 && h("details", { open: true }, h("summary", {}, "Statistics"), table(a.facts))));
  }

  #leaf() {
    const n = this.#answer.solutions.length;
    return leaf("Solutions", `solution ${this.#at + 1} of ${n}`, (way) => {
      this.#at = (this.#at + way + n) % n;
      this.#show();
      this.#app.drawPanel();
    });
  }

  #show() {
    const { session } = this.#app;
    const s = this.#answer.solutions[this.#at];
    if (!s) return;
    if (!session.model.moves) return session.set(s.values ?? {});
    return session.watch(s.plan ?? [], this.#answer.from, s.start ?? session.start, true);
  }

  #watch() {
    this.#show()?.then?.(() => this.#app.play.watch());
  }

  async solve(here) {
    const { session } = this.#app;
    const { instance } = session;
    const from = here ? session.made : [];
    const o = this.#o;
    const a = await this.#app.run("Solving", "solve", {
      instance, start: session.start, moves: from, ...(session.model.moves ? {} : { values: session.values }),
      backend: o.backend, algorithm: o.algorithm, heuristic: o.heuristic, all: o.all, seconds: o.seconds, limit: 100,
    });
    if (!a) return;
    this.#answer = Object.assign(a, { from, instance });
    this.#at = 0;
    this.#show();
    this.#app.show("solve");
    this.#app.say(sentence(a.headline) + (a.plan?.length ? ". The plan lies ahead: step through it or watch it." : "."));
    if (a.values && !o.all) await this.#count(a);
  }

  // #count says whether an answer is the only one.
  async #count(a) {
    const two = await this.#app.run("Is it the only answer?", "solve", { instance: a.instance, all: true, limit: 2, seconds: this.#o.seconds });
    if (this.#answer !== a || !two) return;
    a.only = two.solutions.length > 1 ? "There are other answers." : two.answer.complete ? "This is the only answer." : "";
    this.#app.drawPanel();
  }
}

export class Explore {
  #app;
  #found = null;
  #large = false; // the graph is shown in its own size, not in that of the panel
  #frame = null; // of the graph
  #scrolled = null; // how far the user scrolled it; null: not yet
  #states = 2000;

  constructor(app) { this.#app = app; }

  forget() { this.#found = null; }

  panel(root) {
    const f = this.#found;
    fill(root,
      h("div", { class: "controls" },
        h("button", { type: "button", class: "primary", onclick: () => this.explore() }, "Explore all states"),
        h("span", { class: "note" }, "up to a graph of 2,000 states")),
      f && h("section", { "aria-label": "Exploration" },
        f.graph && this.#graph(f.graph),
        h("pre", { class: "scroll", tabindex: 0 }, f.text),
        f.plots?.map((p) => h("figure", { class: "plot" }, svg(p.svg))),
        f.tables?.map((t) => h("details", {}, h("summary", {}, t.name), table(t.rows, t.header)))));
    if (f?.graph) this.#scroll(f.graph);
  }

  // #scroll shows the start, or the part that the user chose.
  #scroll({ states: [start] }) {
    if (!this.#large || !start) return;
    this.#frame.scrollLeft = this.#scrolled ?? start.x + (start.width - this.#frame.clientWidth) / 2;
  }

  #graph(g) {
    const left = (s) => (s.goal ? "a goal" : s.left < 0 ? "no goal can be reached" : `goal ${s.left} away`);
    const lost = g.states.filter((s) => s.left < 0).length;
    // The moves that lead to a state are those along a shortest way from the start.
    const way = (i) => (g.states[i].from < 0 ? [] : [...way(g.states[i].from), g.states[i].move]);
    const go = (i) => this.#app.session.jump(way(i));
    const picture = g.svg && svg(g.svg);
    picture?.style.setProperty("--wide", `${picture.viewBox.baseVal.width}px`);
    picture?.addEventListener("click", (e) => {
      const at = new DOMPoint(e.clientX, e.clientY).matrixTransform(picture.getScreenCTM().inverse());
      const i = g.states.findIndex((s) => at.x >= s.x && at.x <= s.x + s.width && at.y >= s.y && at.y <= s.y + s.height);
      if (i >= 0) go(i);
    });
    const frame = this.#frame = h("div", {
      class: this.#large ? "scroll large" : "scroll", tabindex: 0, role: "region", "aria-label": "Graph of the states",
      onscroll: () => { this.#scrolled = frame.scrollLeft; },
    }, picture);
    return [
      picture && h("figure", { class: "graph" },
        h("label", {}, h("input", { type: "checkbox", checked: this.#large, onchange: (e) => {
          this.#large = e.target.checked;
          this.#scrolled = null;
          frame.classList.toggle("large", this.#large);
          this.#scroll(g);
        } }), " full size"),
        frame,
        h("figcaption", {}, `${count(g.states.length, "state")}, ${count(g.edges.length, "move")}. Double frame: a goal. Dashed: no goal can be reached (${count(lost, "state")}). Click a state to go there.`)),
      h("details", {}, h("summary", {}, "The states as a list"),
        h("ul", { class: "moves" }, g.states.slice(0, 500).map((s, i) => h("li", {}, h("button", {
          type: "button", class: s.left < 0 ? "not" : s.goal ? "goal" : null, onclick: () => go(i),
        }, `${i}: ${s.depth} from the start, ${left(s)}`))))),
    ];
  }

  async explore() {
    const { session } = this.#app;
    const f = await this.#app.run("Exploring", "explore", { instance: session.instance ?? "", states: this.#states, seconds: 60 });
    if (!f) return;
    this.#found = f;
    this.#scrolled = null;
    this.#app.show("explore");
    this.#app.say(f.complete ? "All states are explored." : `Explored in part: ${f.reason}.`);
  }
}

export class Why {
  #app;
  #answer = null;
  #at = 0; // the step that is shown on the board, from 1
  #move = "";

  constructor(app) { this.#app = app; }

  forget() { this.#answer = null; }

  set answer(a) { [this.#answer, this.#at] = [a, 0]; }

  // #leaf walks through the steps of the answer on the board.
  #leaf() {
    const all = this.#answer.facts ?? [], ends = all.flatMap((f, i) => (f.left ? [i + 1] : []));
    if (ends.length === 0) return null;
    return leaf("Steps", `step ${this.#at} of ${ends.length}`, async (way) => {
      const again = this.#at > 0;
      this.#at = (this.#at + way + ends.length + 1) % (ends.length + 1);
      const facts = all.slice(0, ends[this.#at - 1] ?? 0);
      await this.#app.form.walk(facts, again);
      this.#app.drawPanel();
      this.#app.say(facts.at(-1)?.text ?? "Before the first step.");
    });
  }

  panel(root) {
    const { session, play } = this.#app;
    const ask = (question, more = {}) => async () => {
      const a = await this.#app.run("Why?", "why", {
        ...session.place, ...(session.model.moves ? {} : session.form), question, seconds: 60, ...more,
      }, { partly: (facts) => this.#app.show("why", { facts }) });
      if (a) this.#app.show("why", a);
    };
    const moves = h("select", { "aria-label": "Move", onchange: (e) => { this.#move = e.target.value; } });
    if (session.model?.moves) {
      play.moves().then((all) => fill(moves, all.slice(0, 2000).map((m) => h("option", { value: m.move, selected: m.move === this.#move }, m.move + (m.no ? "" : " (possible)")))));
    }
    fill(root,
      h("div", { class: "controls" },
        h("button", { type: "button", onclick: ask("solution") }, "No solution, or none better: why?"),
        session.model?.moves
          ? [session.made.length > 0 && h("button", { type: "button", onclick: ask("plan") }, "What do these moves waste?"), moves, h("button", { type: "button", onclick: () => ask("move", { move: this.#move || moves.value })() }, "Why not this move?")]
          : [h("button", { type: "button", onclick: ask("steps") }, "How does one go on?"),
            h("button", { type: "button", onclick: ask("unique") }, "Is the solution the only one?"),
            h("button", { type: "button", onclick: ask("redundant") }, "What is redundant?")]),
      this.#answer && h("section", { "aria-label": "Reasons" }, this.#answer.headline && h("h2", {}, this.#answer.headline), this.#leaf(),
        facts(this.#app, this.#answer.facts ?? []), this.#answer.limit && h("p", { class: "note" }, this.#answer.limit)));
  }
}

export class Expect {
  #app;
  #results = null;

  constructor(app) { this.#app = app; }

  forget() { this.#results = null; }

  panel(root) {
    fill(root,
      h("div", { class: "controls" }, h("button", { type: "button", class: "primary", onclick: () => this.test() }, "Test what the model expects")),
      this.#results && (this.#results.length === 0 ? h("p", {}, "The model has no ", h("code", {}, "expect"), " line for this instance.")
        : h("ul", { class: "facts" }, this.#results.map((r) => h("li", { class: r.result === "failed" ? "bad" : r.result === "ok" ? "good" : null },
          h("code", {}, "expect ", r.expect), `: ${r.result}`, r.found && `, found ${r.found}`, " ", r.line && this.#app.place(r))))));
  }

  async test() {
    const a = await this.#app.run("Testing", "test", { instance: this.#app.session.instance ?? "", seconds: 60 });
    if (!a) return;
    this.#results = a.results;
    this.#app.show("expect");
  }
}
