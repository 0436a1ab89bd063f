// The panels about how hard a puzzle is, and about new ones: rate, report, generate.

import { copy, fill, h, option, sentence, svg, table } from "./dom.js";

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
    const partly = (found) => {
      this.#found = found;
      this.#app.show("report");
    };
    const f = await this.#app.run("Making the report", "report", { instance: this.#app.session.instance ?? "", seconds: 60 }, { partly });
    if (!f) return;
    partly(f);
    this.#app.say("The report is made.");
  }
}

const degrees = ["easy", "middle", "hard"];

export class Generate {
  #app;
  #made = null; // the text of a file, and the levels in it
  #o = { want: "", count: 3, seed: 1, from: "", vary: "", hardness: "" };

  constructor(app) { this.#app = app; }

  forget() { this.#made = null; }

  panel(root) {
    const { session, paint } = this.#app;
    const { model } = session;
    const o = this.#o;
    const set = (name) => (e) => { o[name] = e.target.value; };
    const number = (name, least, most) => h("input", {
      type: "number", min: least, max: most, value: o[name],
      onchange: (e) => { e.target.value = o[name] = Math.min(most, Math.max(least, Math.round(Number(e.target.value)) || least)); },
    });
    const ways = model.moves ? [["", "start states"], ["vary", "random data"]] : [["", "clues"], ["vary", "random data"]];
    const choose = (name, list, change = set(name)) => h("select", { onchange: change },
      list.map(([value, title]) => h("option", { value, selected: o[name] === value }, title)));
    const vary = h("textarea", { rows: 2, spellcheck: "false", hidden: o.from !== "vary", oninput: set("vary"), "aria-label": "Parameters",
      placeholder: paint.maps[0] ? `${paint.maps[0].name}=5x6 @1 $2 .2 #15% _` : "NAME, or NAME=SHARES of a map" }, o.vary);
    const m = this.#made;
    fill(root,
      h("div", { class: "options" },
        option("Count", number("count", 1, 100)), option("Seed", number("seed", 0, 2 ** 50)),
        option("Hardness", choose("hardness", [["", "any"], ...degrees.map((d) => [d, d])])),
        option("Made from", choose("from", ways, (e) => { set("from")(e); vary.hidden = o.from !== "vary"; }))),
      vary,
      h("label", { class: "option wide" }, h("span", {}, "Want: a condition on the measures"),
        h("input", { type: "text", value: o.want, spellcheck: "false", autocomplete: "off", oninput: set("want"),
          placeholder: model.moves ? "cost >= 9 and counterintuitive >= 2" : "unique and most_rules <= 2" })),
      h("div", { class: "controls" }, h("button", { type: "button", class: "primary", onclick: () => this.#generate() }, "Generate")),
      m && h("section", { "aria-label": "Puzzles" },
        m.said.map((line) => h("p", { class: "note" }, line)), m.text && this.#levels(m)));
  }

  // #levels shows the puzzles by hardness, and what can be done with those that are chosen.
  #levels(m) {
    const { writes } = this.#app;
    const act = (title, does) => h("button", { type: "button", onclick: does }, title);
    const chosen = () => {
      const some = m.levels.filter((l) => l.chosen);
      return some.length > 0 ? some : m.levels;
    };
    return [
      h("ul", { class: "made" }, m.levels.map((l) => h("li", {}, h("label", {},
        h("input", { type: "checkbox", checked: l.chosen, onchange: (e) => { l.chosen = e.target.checked; } }),
        h("span", { class: "thumb", "aria-hidden": "true" }, l.picture && svg(l.picture)), `${l.name} ${l.hardness}`)))),
      h("div", { class: "controls" },
        m.levels.length > 0 && act("A book to play", () => this.#app.downloadPage({ instances: chosen().map((l) => l.name), hardness: chosen().map((l) => l.hardness) }, m.files)),
        m.levels.length > 0 && act("A sheet for paper", () => this.#app.downloadSheet(chosen().map((l) => l.name), m.files)),
        writes && act("Open as a file", () => this.#app.addFile("levels", m.text)),
        act("Copy", () => this.#copy())),
      h("details", {}, h("summary", {}, "The text"), h("pre", { class: "scroll", tabindex: 0 }, m.text))];
  }

  async #copy() {
    const done = await copy(this.#made.text);
    this.#app.say(done ? "Copied." : "The browser does not allow to copy: mark the text.");
  }

  async #generate() {
    const { session } = this.#app;
    const { want, count, seed, from, vary, hardness } = this.#o;
    const [wish, given] = [hardness && !session.model.moves ? `unique and ${hardness}` : hardness, want.trim()];
    const f = await this.#app.run("Generating", "generate", {
      instance: session.instance ?? "", want: wish && given ? `${wish} and (${given})` : wish || given, count, seed, seconds: 60,
      vary: from === "vary" ? vary.split("\n").map((l) => l.trim()).filter(Boolean) : [],
      backwards: from !== "vary" && session.model.moves,
    });
    if (!f) return;
    const levels = (f.hardness ?? []).map((hardness, i) => ({ name: `level_${i + 1}`, hardness, chosen: false }))
      .sort((a, b) => degrees.indexOf(a.hardness) - degrees.indexOf(b.hardness));
    const made = this.#made = { ...f, levels, files: { files: { ...session.files, "made.pz": f.text }, main: "made.pz" } };
    this.#app.show("generate");
    this.#app.say(sentence(f.said[0]));
    for (const l of levels) {
      const p = await this.#app.run("Drawing", "export", { instance: l.name, what: "svg" }, { text: made.files });
      if (this.#made !== made || !p) return;
      l.picture = p.text;
      this.#app.drawPanel();
    }
  }
}
