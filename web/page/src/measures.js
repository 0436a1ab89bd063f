// The panels about how hard a puzzle is: rate and report.

import { fill, h, svg, table } from "./dom.js";

// measures is a table of measures with their meanings. What is not known has its reason there.
function measures(r) {
  const compared = r.measures.some((m) => m.percentile !== undefined);
  return [
    table(r.measures.map((m) => [h("code", {}, m.name), m.text, ...(compared ? [m.percentile ?? ""] : []), m.meaning]),
      ["measure", "value", ...(compared ? ["percentile"] : []), "what it is"]),
    ...r.notes.map((n) => h("p", { class: "note" }, n)),
    compared && h("p", { class: "note" }, `Percentiles are among the ${r.among} instances that could be compared: 50 is in the middle.`),
  ];
}

export class Rate {
  #app;
  #found = null;
  #states = 500_000;

  constructor(app) { this.#app = app; }

  forget() { this.#found = null; }

  panel(root) {
    const { model, instances } = this.#app.session;
    fill(root,
      h("div", { class: "controls" },
        h("button", { type: "button", class: "primary", onclick: () => this.#rate(false) }, "Rate"),
        instances.length > 1 && h("button", { type: "button", onclick: () => this.#rate(true) }, "Compare with the other instances"),
        model.moves && h("label", {}, "up to ", h("input", {
          type: "number", min: 1, max: 2_000_000, step: 1000, value: this.#states, class: "long",
          onchange: (e) => { this.#states = Math.max(1, Math.round(Number(e.target.value)) || 500_000); },
        }), " states")),
      this.#found ? h("section", { "aria-label": "Measures" }, measures(this.#found))
        : h("p", { class: "note" }, "How hard the puzzle is for people: a list of measures, never one number alone."));
  }

  async #rate(compare) {
    const f = await this.#app.run("Rating", "rate", {
      instance: this.#app.session.instance ?? "", states: this.#states, compare, seconds: 60,
    });
    if (!f) return;
    this.#found = f;
    this.#app.show("rate");
    const unknown = f.measures.filter((m) => m.value === null).length;
    this.#app.say(unknown ? `${unknown} of ${f.measures.length} measures are not known.` : "All measures are known.");
  }
}

export class Report {
  #app;
  #found = null;

  constructor(app) { this.#app = app; }

  forget() { this.#found = null; }

  panel(root) {
    const { session } = this.#app;
    const f = this.#found;
    fill(root,
      h("div", { class: "controls" },
        h("button", { type: "button", class: "primary", onclick: () => this.#report() }, "Make the report"),
        f?.plan && h("button", { type: "button", onclick: () => session.watch(f.plan) }, "Show a best plan")),
      f ? h("section", { "aria-label": "Report" },
        f.parts.flatMap((p) => [h("h2", {}, p.title), ...p.lines.map((l) => h("p", {}, l)),
          p.pictures && h("div", { class: "columns" }, p.pictures.map((x) => h("figure", {}, svg(x.svg), h("figcaption", {}, x.name))))]),
        h("details", { open: f.parts.length === 0 }, h("summary", {}, "Measures"), measures(f)))
        : h("p", { class: "note" }, session.model.moves
          ? "The measures, where players get stuck, and which elements of the maps matter."
          : "The measures, the hardest deduction, and which clues are not needed."));
  }

  async #report() {
    const f = await this.#app.run("Making the report", "report", { instance: this.#app.session.instance ?? "", seconds: 60 });
    if (!f) return;
    this.#found = f;
    this.#app.show("report");
    this.#app.say("The report is made.");
  }
}
