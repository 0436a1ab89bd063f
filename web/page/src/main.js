// The page: what is written on the left, the puzzle on the right, and what connects them. The first view needs only
// this module; the editor and the compiler come after it.

import { Board } from "./board.js";
import { Compiler, Stopped } from "./compiler.js";
import { $, ask, copy, count, dialog, fill, h, pixels, save, sentence, tabs } from "./dom.js";
import { Exercise } from "./exercise.js";
import { Form } from "./form.js";
import { Help } from "./help.js";
import { Generate, Rate, Report } from "./measures.js";
import { Paint } from "./paint.js";
import { Expect, Explore, Solve, Why } from "./panels.js";
import { Play } from "./play.js";
import { Session } from "./session.js";
import { baseOf, isHere, pack, parameters, unpack } from "./share.js";
import { enter, gameOf, idOf, keep, keepGame, keepLate, keepWork, kept, push, takeLate, works } from "./store.js";
import { Verdict } from "./verdict.js";

const welcome = `// The wolf, the goat and the cabbage. Change it: the board follows.
puzzle Wolf
enum Who { farmer, wolf, goat, cabbage }
state across[w in Who]: bool = false

def alone(a: Who, b: Who) = across[a] == across[b] and across[a] != across[farmer]
always not alone(wolf, goat) else "the wolf eats the goat"
always not alone(goat, cabbage) else "the goat eats the cabbage"

move row(w: Who) when across[w] == across[farmer] as "{w}" {
  across[farmer], across[w] := not across[farmer], not across[w]
}
goal forall w in Who: across[w]

// One row for each bank.
view c in grid(2, 4): if across[nth(Who, c.col)] == (c.row == 0) then "{nth(Who, c.col)}" else ""
  fill if c.row == 0 then "green" else "yellow"
`;

const first = { files: { "wolf.pz": welcome }, main: "wolf.pz" };

class App {
  language = new Compiler();
  solver = null;
  editor = null;
  session = new Session(this.language);
  file = ""; // that the editor shows
  panelID = "play";
  #job = 0;
  #jobs = 0;
  #good = null; // the last text without errors
  #said = "";
  #client = null;

  constructor() {
    this.help = new Help(this);
    this.play = new Play(this);
    this.form = new Form(this);
    this.why = new Why(this);
    this.paint = new Paint(this);
    this.exercise = new Exercise(this);
    this.solve = new Solve(this);
    this.explore = new Explore(this);
    this.rate = new Rate(this);
    this.report = new Report(this);
    this.generate = new Generate(this);
    this.expect = new Expect(this);
    this.verdict = new Verdict(this);
    this.board = new Board($("boards"), {
      point: (cells, to, by, other) => this.#quietly(this.session.model?.moves ? this.play.point(cells[0], to, by) : this.form.point(cells, other)),
      press: (e, at) => (this.session.model?.moves ? this.play.press(e) : this.form.press(e, at)),
    });
    this.#bar();
    this.#listen();
  }

  #quietly(promise) { promise?.catch?.((e) => e instanceof Stopped || this.say(e.message)); }

  // say tells the user something: content is a text, an element or a list of these.
  say(content, kind = "") {
    const p = $("said");
    p.className = kind;
    fill(p, [content].flat(9));
    this.#said = p.textContent;
  }

  // place is a button that shows a place of the text. title says more about the place.
  place(span, title = null) {
    return h("button", { type: "button", class: "place", title, onclick: () => this.reveal(span) },
      span.file && span.file !== this.session.main ? `${span.file}:${span.line}` : `line ${span.line}`);
  }

  reveal(span) {
    if (this.inEditor) return parent.postMessage({ file: span.file, line: span.line, column: span.column }, "*");
    if (!(span.file in this.session.files)) return this.say(`This is in ${span.file}, a file of the library.`);
    this.see("model");
    this.editor?.reveal(span);
  }

  see(which) {
    $("main").dataset.view = which;
    $("see-model").setAttribute("aria-pressed", String(which === "model"));
    $("see-puzzle").setAttribute("aria-pressed", String(which === "puzzle"));
    $("about").open = which === "puzzle"; // beside the text of the model it would say the same
  }

  // #working shows that a compiler works, and a button that stops it.
  #working(place, id, title, stop, text = "") {
    fill(place, h("span", { class: "spinner", "aria-hidden": "true" }), h("span", {}, title + "… "), text,
      h("button", { type: "button", id, onclick: stop }, "Stop"));
  }

  // run asks the solving worker, and shows that it works and a button that stops it. It returns null if there is no
  // answer, or if it is about a text or an instance that is not shown any more. text is another text to ask about, or
  // null for none; at is where the work is shown, and say where it is said why it failed. partly takes facts that are
  // found before the answer.
  async run(title, method, params, { text, partly, at = $("job"), say = (what, kind) => this.say(what, kind) } = {}) {
    if (this.#job) this.solver.stop();
    const job = this.#job = ++this.#jobs;
    this.#startSolver();
    const now = h("span", {}, "");
    this.#working(at, "stop", title, () => this.solver.stop(), now);
    const about = this.#about;
    try {
      if (text !== null) await this.solver.load(text ?? this.#good ?? this.session.text);
      const answer = await this.solver.request(method, params, (t, facts) => {
        now.textContent = t;
        if (facts && JSON.stringify(about) === JSON.stringify(this.#about)) partly?.(facts);
      });
      if (text !== undefined || JSON.stringify(about) === JSON.stringify(this.#about)) return answer;
      this.say("The model has changed meanwhile: ask again.");
      return null;
    } catch (error) {
      if (this.#job === job) {
        if (error instanceof Stopped) say(`Stopped: ${error.message}.`);
        else say(sentence(error.message), "refused");
      }
      return null;
    } finally {
      if (this.#job === job) this.#job = 0;
      if (!this.#job || at !== $("job")) fill(at);
      if (!this.#job) this.#client?.begin();
    }
  }

  // #about is what an answer of the solving worker is about.
  get #about() { return [this.#good, this.session.instance]; }

  #startSolver() {
    if (this.solver) return;
    this.solver = new Compiler();
    this.solver.onfailed = (m) => this.say(`The compiler failed: ${m}`, "refused");
  }

  // writes: the page has a text that can be changed.
  get writes() { return this.editor !== null && !this.embedded && !this.session.stale && !this.session.model.pddl; }

  // #offer is a button that writes what a game that was won shows.
  #offer() {
    return this.writes ? h("button", { type: "button", onclick: () => this.#expectGame() }, "Write as ", h("code", {}, "expect")) : "";
  }

  async #expectGame() {
    const { instance, position: { cost } } = this.session;
    const a = await this.run("Does another solution cost less?", "solve", { instance, seconds: 30 });
    if (!a) return;
    const x = a.expects[0] ?? { kind: "solvable", text: "solvable" }; // the game shows that
    await this.writeExpect(instance, x, x.kind === "cost" && cost > x.number ? ` This game cost ${cost}.` : "");
  }

  // writeExpect writes what was found into the model, as an `expect` line of the instance.
  async writeExpect(instance, { kind, number, text }, more = "") {
    const { session } = this;
    const written = () => JSON.stringify(session.files);
    const before = written();
    const found = await this.language.request("expect", { instance, expect: { kind, number } })
      .catch((e) => this.say(sentence(e.message), "refused"));
    if (!found || !this.writes || written() !== before) return;
    const span = { ...found, to: found.text ? found.from + found.text.length : found.to };
    if (found.text) {
      this.#keep = true;
      this.editor.replace(found, found.text);
      await session.refresh("edit");
    }
    this.say([found.text ? "Written: " : "The model says as much: ", h("code", {}, `expect ${text}`), ", ", this.place(span), ".", more]);
  }

  #keep = false; // the text changes in what no answer depends on

  // show opens a panel.
  show(id, answer = null) {
    if (answer) this[id].answer = answer;
    this.panelID = id;
    this.#drawPanels();
    this.remember();
  }

  get #panels() {
    const { model } = this.session;
    const exercise = this.exercise.open && ["exercise", "Exercise", this.exercise];
    if (!model) return exercise ? [exercise] : []; // such as a model with blanks
    return [
      exercise,
      ["play", model.moves ? "Play" : "Fill in", model.moves ? this.play : this.form],
      ["solve", "Solve", this.solve],
      model.moves && ["explore", "Explore", this.explore],
      ["rate", "Rate", this.rate],
      ["report", "Report", this.report],
      !model.pddl && ["generate", "Generate", this.generate],
      ["why", "Why", this.why],
      !this.inEditor && this.paint.maps.length > 0 && ["paint", "Paint", this.paint],
      !model.pddl && ["expect", "Expect", this.expect],
    ].filter(Boolean);
  }

  #drawPanels() {
    const list = this.#panels;
    if (list.length === 0) return;
    const shown = list.find(([id]) => id === this.panelID) ?? list.find(([id]) => id === "play") ?? list[0];
    const had = document.activeElement?.id;
    fill($("panels"), tabs("Panels", list.map(([id, title]) => ({ id, title, controls: "panel" })), shown[0], (id) => this.show(id)));
    if (had?.startsWith("tab-")) $(had)?.focus();
    $("panel").setAttribute("role", "tabpanel");
    $("panel").setAttribute("aria-labelledby", "tab-" + shown[0]);
    this.#shown = shown[2];
    this.drawPanel();
  }

  #shown = null;

  drawPanel() {
    fill($("pad"));
    this.#shown?.panel($("panel"));
  }

  #listen() {
    const { session, language } = this;
    session.addEventListener("files", () => this.#opened());
    session.addEventListener("edited", () => {
      this.verdict.forget();
      this.written();
    });
    session.addEventListener("leave", () => {
      this.save();
      this.#forgetAnswers(); // at once: what is asked from now on is about the new instance
    });
    session.addEventListener("model", () => this.#checked());
    session.addEventListener("position", (e) => this.#draw(e.detail));
    session.addEventListener("error", (e) => this.say(e.detail.message, "refused"));
    language.onfailed = (m) => this.say(`The compiler cannot run in this browser: ${m}`, "refused");
    language.onended = () => {
      this.#client?.rest();
      session.reload();
    };
    language.onslow = (slow) => this.#compiling(slow);
  }

  // #compiling shows that the language worker has worked for a second, and that the board may be older than the text.
  #compiling(slow) {
    fill($("compiling"));
    if (slow) this.#working($("compiling"), "stop-compiling", "Compiling", () => this.language.stop());
    this.#dim();
  }

  // #dim tells an older board from that of the text. Without a board of the text, there are no moves either.
  #dim() {
    const { session, language: { slow } } = this;
    const stale = session.stale || slow;
    $("stage").classList.toggle("stale", stale && session.position !== null);
    $("boards").toggleAttribute("inert", stale);
    for (const id of ["line", "pad", "panel"]) $(id).toggleAttribute("inert", slow || session.stopped !== "");
  }

  #opened() {
    this.#good = null;
    this.#own = this.#pending = false;
    this.#work = idOf(this.session.files);
    for (const id of ["panels", "panel", "instances", "pad"]) fill($(id));
    $("line").hidden = true;
    this.board.clear();
    this.file = this.session.main;
    this.#forgetAnswers();
    this.verdict.forget();
    this.paint.forget();
    this.editor?.open(this.session.files, this.file);
    this.#client?.serve();
    this.#drawFiles();
  }

  #checked() {
    const { session } = this;
    this.#dim();
    if (!session.position && session.stale) $("line").hidden = true;
    const errors = session.findings.filter((f) => f.severity === "error").length;
    if (!session.stale) {
      const text = structuredClone(session.text);
      if (JSON.stringify(text) !== JSON.stringify(this.#good)) {
        this.#good = text;
        if (this.#keep) this.expect.forget();
        else this.#forgetAnswers();
        this.#keep = false;
      }
      document.title = `${session.model.puzzle || session.main} – pzc`;
    } else if (session.stopped) {
      this.say([`Compiling was stopped: ${session.stopped}. `,
        h("button", { type: "button", onclick: () => session.reload() }, "Compile again")], "stale");
    } else if (!session.files[session.main].trim()) {
      this.say("Write a model: its first line is `puzzle Name`.");
    } else {
      this.say(`The model has ${errors === 1 ? "an error" : count(errors, "error")}${session.position ? "; this is the last board without one" : ""}.`, "stale");
    }
    $("convert").hidden = !session.model?.pddl;
    this.#drawFindings();
    this.#drawInstances();
    if (session.stale && session.model) this.drawPanel();
    else this.#drawPanels();
  }

  #forgetAnswers() {
    for (const p of [this.solve, this.explore, this.rate, this.report, this.generate, this.why, this.expect]) p.forget();
  }

  #drawInstances() {
    const { session } = this;
    const all = session.instances;
    fill($("instances"), all.length > 1 && tabs("Instances", all.map((i) => ({ id: i ? "i-" + i : "i", title: (i || "as written") + (gameOf(session.text, i).solved ? " ✓" : ""), controls: "stage" })),
      session.instance ? "i-" + session.instance : "i", (id) => session.choose(id.slice(2))));
  }

  // #explain shows what a player must know who does not see the model.
  #explain({ title, author = "", rules = "", clues = [] }) {
    const about = $("about");
    about.hidden = !author && !rules && clues.length === 0;
    about.firstChild.textContent = [title, author && `by ${author}`].filter(Boolean).join(" ");
    fill(about.lastChild, rules && rules.split("\n\n").map((text) => h("p", {}, text)),
      clues.length > 0 && h("ul", {}, clues.map((text) => h("li", {}, text))));
  }

  drawBoard() {
    const { session } = this, p = this.help.hushed(session.position);
    if (p.boards.length || p.svg) this.board.draw(p, session.marks, session.sure ? this.form.tried : []);
    else this.board.clear();
  }

  #draw(step) {
    const { session } = this;
    const p = session.position;
    if (step === "instance" || step === "open") this.form.leave();
    this.#dim();
    this.drawBoard();
    this.#explain(p.about);
    if (this.#loading) {
      this.#loading = false;
      this.say("");
    }
    this.#drawInstances();
    this.#drawFindings();
    if (session.model.moves) {
      this.play.draw();
      this.#tell(step, p);
    } else {
      $("line").hidden = true;
      this.#tellForm(step, this.help.hushed(p));
    }
    this.#drawPanels();
    if (this.writes) this.#warmed.then(() => this.verdict.look());
    if (step !== "open") this.remember();
    if (step === "edit") this.#client?.wake();
    if (this.inEditor && ["move", "go"].includes(step) && !p.broken) this.#tellEditor();
  }

  #loading = true;
  #isWarm;
  #warmed = new Promise((done) => { this.#isWarm = done; }); // the first view is there

  #tell(step, p) {
    const last = p.made.at(-1);
    if (p.broken) {
      this.say([`Move ${p.broken.index + 1}, `, h("code", {}, p.broken.move),
        `, cannot be made${step === "edit" ? " any more" : ""}: `,
        p.broken.message, " ",
        p.broken.line && this.place(p.broken)], "refused");
    } else if (p.goal) {
      this.say([`Solved in ${count(p.made.length, "move")}${p.cost !== p.made.length ? `, cost ${p.cost}` : ""}. `,
        this.#offer()], "won");
    } else if (p.plan) {
      this.say(p.plan === "kept" ? "The plan ahead still ends in a goal." : "The plan does not end in a goal any more.");
    } else if (p.lost) this.say(`Lost: ${p.lost}`, "lost");
    else if (p.dead) this.say("From here the goal cannot be reached.", "lost");
    else if (p.moves.length === 0 && !p.cut) this.say("No move can be made.", "lost");
    else if (["move", "go", "undo"].includes(step)) {
      this.say([last ? [h("code", {}, last.move), last.label && last.label !== last.move ? ` ${last.label}` : ""] : "The start", `. ${count(p.moves.length, "move")} can be made.`].flat());
    } else if (["open", "instance", "edit", "reload"].includes(step)) {
      this.say(`${p.title}. ${count(p.moves.length, "move")} can be made.`);
    }
  }

  #tellForm(step, p) {
    this.form.forget();
    this.help.forget();
    if (p.dropped?.length > 0) this.say(`These values are no more: ${p.dropped.join(", ")}.`, "refused");
    else if (p.solved) this.say(["Solved. ", this.#offer()], "won");
    else if (p.conflicts?.length > 0) this.say(sentence(p.conflicts[0].message) + (p.conflicts.length > 1 ? `, and ${p.conflicts.length - 1} more.` : "."), "lost");
    else if (["set", "undo", "open", "instance", "edit", "reload"].includes(step)) this.say(`${p.title}. ${p.count}.`);
  }

  #drawFindings() {
    const all = this.session.findings;
    const shown = all.slice(0, 50);
    fill($("findings"), shown.length > 0 && h("ul", {}, shown.map((f) => h("li", { class: f.severity },
      h("button", { type: "button", onclick: () => this.reveal(f) },
        h("span", { class: "where" }, f.line ? `${f.file && f.file !== this.session.main ? f.file + ":" : ""}${f.line}` : ""),
        h("span", {}, h("span", { class: "sr" }, f.severity + ": "), f.message, f.help && h("span", { class: "help" }, " – ", f.help)))))));
  }

  #drawFiles() {
    const { session } = this;
    const names = Object.keys(session.files);
    fill($("files"),
      tabs("Files", names.map((n) => ({ id: "f-" + n, title: n + (n === session.main && names.length > 1 ? " ●" : ""), controls: "editor" })), "f-" + this.file, (id) => this.openFile(id.slice(2))),
      h("button", { type: "button", class: "plain", "aria-label": "New file", title: "New file", onclick: () => this.#newFile() }, "+"),
      h("button", { type: "button", class: "plain", "aria-label": "This file: rename, delete, make it the main one", title: "This file", onclick: () => this.#thisFile() }, "⋯"),
      h("span", { class: "gap" }),
      h("button", { type: "button", id: "convert", class: "plain", hidden: !session.model?.pddl, onclick: () => this.#convert() }, "Convert to .pz"),
      h("button", { type: "button", class: "plain", title: "Format (Shift+Alt+F)", onclick: () => this.editor?.format().catch((e) => this.say(e.message)) }, "Format"));
  }

  // #convert opens a problem of PDDL as a model. Back returns to the problem.
  async #convert() {
    const f = await this.run("Converting", "export", { what: "pz" });
    if (!f) return;
    await this.replace({ files: { [f.name]: f.text }, main: f.name });
    this.written();
  }

  openFile(name) {
    if (name === this.file || !(name in this.session.files)) return;
    this.file = name;
    this.editor?.show(name);
    this.#drawFiles();
  }

  #checkName = (name) => {
    if (!/^[\w.-]+(\/[\w.-]+)*\.(pz|pddl)$/.test(name)) return "A name of letters, digits, - and _ that ends in .pz or .pddl is wanted.";
    return name in this.session.files ? "There is a file of this name." : "";
  };

  async #newFile() {
    const name = await ask("New file", "Name", "levels.pz", this.#checkName);
    if (name === null) return;
    this.#add(name, name.endsWith(".pddl") ? "" : `// Another file takes this one with: use "${name}"\n`);
    this.written();
  }

  // addFile adds a file of levels beside the model, and makes it the main one.
  async addFile(name, text) {
    let file = `${name}.pz`;
    for (let n = 2; file in this.session.files; n++) file = `${name}-${n}.pz`;
    await this.leave();
    Object.assign(this.session, { main: file, instance: undefined, moves: [], ahead: [], values: {} });
    this.#add(file, text);
    this.see("model");
    this.session.touch();
    this.written();
  }

  #add(name, text) {
    this.session.files[name] = text;
    this.editor?.add(name, text);
    this.#client?.set(name, text);
    this.openFile(name);
  }

  #thisFile() {
    const { session, file } = this;
    const done = (d) => {
      d.close();
      this.#client?.serve();
      this.#drawFiles();
      session.touch();
      this.written();
    };
    const d = dialog(file, h("div", { class: "stack" },
      h("button", { type: "button", disabled: file === session.main, onclick: () => { session.main = file; done(d); } }, "Make it the main file: the one that is played"),
      h("button", { type: "button", onclick: async () => {
        d.close();
        const name = await ask("Rename", "Name", file, this.#checkName);
        if (name === null) return;
        session.files = Object.fromEntries(Object.entries(session.files).map(([n, t]) => [n === file ? name : n, t]));
        if (session.main === file) session.main = name;
        this.editor?.rename(file, name);
        this.file = name;
        this.editor?.show(name);
        done(d);
      } }, "Rename"),
      h("button", { type: "button", disabled: Object.keys(session.files).length === 1, onclick: async () => {
        await this.leave();
        delete session.files[file];
        if (session.main === file) session.main = Object.keys(session.files)[0];
        this.file = "";
        this.openFile(session.main);
        this.editor?.remove(file);
        done(d);
      } }, "Delete")));
  }

  // #bar gives the buttons of the head their work.
  #bar() {
    $("new").addEventListener("click", () => this.#begin("newPuzzle"));
    $("examples").addEventListener("click", () => this.#begin("examples"));
    $("share").addEventListener("click", () => this.#share());
    $("download").addEventListener("click", () => this.#download());
    $("see-model").addEventListener("click", () => this.see("model"));
    $("see-puzzle").addEventListener("click", () => this.see("puzzle"));
    this.#split();
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const chosen = () => kept("pzc-theme") ?? parameters().get("theme");
    const paint = () => {
      const theme = chosen() ?? (dark.matches ? "dark" : "light");
      document.documentElement.dataset.theme = theme;
      $("theme").setAttribute("aria-pressed", String(theme === "dark"));
    };
    dark.addEventListener("change", paint);
    addEventListener("hashchange", paint);
    $("theme").addEventListener("click", () => {
      keep("pzc-theme", document.documentElement.dataset.theme === "dark" ? "light" : "dark");
      paint();
    });
    paint();
  }

  // #split lets the border between the text and the board be moved, by pointer and by arrow keys.
  #split() {
    const split = $("split");
    const set = (share) => {
      const to = Math.round(Math.min(80, Math.max(20, share)));
      split.setAttribute("aria-valuenow", to);
      $("main").style.setProperty("--left", `${to}%`);
      keep("pzc-split", to);
    };
    const now = () => Number(split.getAttribute("aria-valuenow"));
    split.addEventListener("pointerdown", (e) => split.setPointerCapture(e.pointerId));
    split.addEventListener("pointermove", (e) => {
      if (split.hasPointerCapture(e.pointerId)) set(100 * e.clientX / innerWidth);
    });
    split.addEventListener("keydown", (e) => {
      const step = { ArrowLeft: -5, ArrowRight: 5 }[e.key];
      if (!step) return;
      e.preventDefault();
      set(now() + step);
    });
    set(Number(kept("pzc-split")) || 50);
  }

  // #begin shows a dialog of what one begins with.
  async #begin(what) {
    (await import("./begin.js"))[what](this);
  }

  // #puzzleFirst shows the puzzle of somebody else before its text, where there is no room for both.
  #puzzleFirst() { if (matchMedia("(max-width: 52rem)").matches) this.see("puzzle"); }

  async example(name, more = {}) {
    this.#puzzleFirst();
    try {
      const e = await this.language.lookup("example", { name });
      this.exercise.begin(e.exercise ? { exercise: e.exercise, task: e.task, handIn: e.handIn } : null);
      this.panelID = e.exercise ? "exercise" : "play";
      await this.open({ ...e, ...more });
      if (!this.embedded) this.#enter(`#example=${encodeURIComponent(name)}`);
    } catch (error) {
      if (!this.session.main) await this.open(first);
      this.say(error.message, "refused");
    }
  }

  open(state) {
    this.#loading = false;
    if (state.panel) this.panelID = state.panel;
    return this.session.open(state);
  }

  // state is what a link holds.
  get state() {
    const { files, main, instance, start, values, marks } = this.session;
    return { files, main, instance, start, values, marks, moves: this.session.made, panel: this.panelID };
  }

  get address() { return location.href.replace(/#.*$/, ""); }

  #work = 0; // the number of the work among the last ones
  #own = false; // the text was written here, now or on an earlier visit
  #pending = false; // the address does not hold all of what is written and played
  #timer = 0;
  #hash = location.hash; // of the entry of the browser's history that is shown

  #enter(hash) {
    enter(hash);
    this.#hash = location.hash;
  }

  written() {
    this.#own = true;
    this.remember();
  }

  // remember keeps what is written and played in the address of the page, so that it survives a reload.
  remember() {
    if (this.embedded) return;
    this.#pending = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#address(), 800);
  }

  // #address writes what is written and played into the address.
  async #address() {
    clearTimeout(this.#timer);
    if (!this.#pending) return;
    this.#pending = false;
    this.save();
    const { files } = this.session;
    const hash = `#v1=${await pack(this.state)}`;
    if (files === this.session.files) this.#enter(hash);
  }

  // save keeps at once what would be lost if the page ended now.
  save() {
    if (this.#own) keepWork({ ...this.state, id: this.#work, name: this.session.model?.puzzle || this.session.main });
    if (this.session.position && !this.session.stale && !this.embedded) keepGame(this.session.text, this.session.instance, this.session.game);
    if (this.#pending) keepLate(this.#hash, { ...this.state, own: this.#own });
  }

  // leave begins a new entry of the browser's history. Back returns to what is shown now.
  async leave() {
    if (this.embedded) return;
    await this.#address();
    push();
    this.#hash = location.hash;
  }

  // replace opens other files.
  async replace(state) {
    await this.leave();
    this.exercise.begin(null);
    await this.open(state);
  }

  // go shows the entry of the browser's history that the user went to.
  async go() {
    this.save();
    this.#hash = location.hash;
    this.exercise.begin(null);
    await this.#openAddress();
  }

  // #openAddress opens what the address asks for: a model, an example, or what was written last.
  async #openAddress() {
    const asked = parameters();
    const late = this.embedded ? null : takeLate();
    if (late) {
      const opened = this.open(late);
      this.#own = late.own;
      this.remember();
      return opened;
    }
    if (asked.has("example")) return this.example(asked.get("example"));
    if (!asked.has("v1")) {
      const last = this.embedded ? null : works()[0] ?? null;
      if (!last) this.#puzzleFirst();
      const opened = this.open(last ?? first);
      this.#own = last !== null;
      if (!last && !this.embedded && !kept("pzc-welcomed")) this.#begin("welcome");
      return opened;
    }
    try {
      this.#puzzleFirst();
      await this.open(await unpack(asked.get("v1")));
    } catch (error) {
      await this.open(first);
      this.say(`The link cannot be read: ${error.message.replace(/\.$/, "")}.`, "refused");
    }
  }

  async #share() {
    const fragment = `#v1=${await pack(this.state)}`;
    const copied = h("p", { role: "status" });
    const field = (label, id) => [h("label", { for: id }, label), h("textarea", { id, readonly: true, rows: 3, onfocus: (e) => e.target.select() }),
      h("button", { type: "button", onclick: async () => {
        const text = $(id).value;
        const done = await copy(text);
        if (!done) $(id).select();
        copied.textContent = done ? "Copied." : "Marked: copy it with the keys of your system.";
      } }, "Copy")];
    const reach = h("p", { id: "reach", role: "status" });
    const write = () => {
      const base = kept("pzc-address") || this.address;
      $("link").value = base + fragment;
      $("frame").value = `<iframe src="${base}${fragment}&embed=1" width="100%" height="480" title="A puzzle"></iframe>`;
      reach.textContent = isHere(base)
        ? "This link reaches nobody else: it opens on this computer only, while pzc web runs. To reach others, write " +
          "the address of a playground that they can open, or download a page to play."
        : `Everybody who can open ${base} can open this link.`;
      return base;
    };
    const address = h("input", { id: "address", type: "url", spellcheck: "false", "aria-describedby": "reach", oninput: () => {
      const base = baseOf(address.value);
      if (base === null) {
        reach.textContent = "An address begins with https:// or http://.";
        return;
      }
      keep("pzc-address", base === this.address ? "" : base);
      write();
    } });
    dialog("Share", h("div", { class: "stack" },
      h("p", {}, "The link itself holds the files, the instance and the position; nothing is stored elsewhere."), reach,
      field("Link", "link"), field("To embed in a page", "frame"),
      h("label", { for: "address" }, "Address of the playground"), address, copied));
    address.value = write();
  }

  #download() {
    const { session } = this;
    const get = async (what) => {
      d.close();
      if (what === "game") return this.downloadPage({ instances: session.instances });
      if (what === "plan") return this.downloadPage({ instances: [session.instance ?? ""], plan: session.line });
      if (what === "sheet") return this.downloadSheet(session.instances);
      const f = await this.run("Drawing", "export", { ...this.session.place, ...(this.session.model?.moves ? { moves: this.session.line } : this.session.form), what: "svg" });
      if (f && what === "png") save(f.name.replace(/svg$/, "png"), "image/png", await pixels(f.text));
      else if (f) save(f.name, f.type, f.text);
    };
    const d = dialog("Download", h("div", { class: "stack" },
      Object.entries(this.session.files).map(([name, text]) => h("button", { type: "button", onclick: () => { d.close(); save(name.split("/").pop(), "text/plain", text); } }, name)),
      h("button", { type: "button", onclick: () => get("svg") }, "The board as SVG"),
      h("button", { type: "button", onclick: () => get("png") }, "The board as PNG"),
      this.#good && h("button", { type: "button", onclick: () => get("game") }, "A page to play it, for others"),
      this.#good && h("button", { type: "button", onclick: () => get("sheet") }, "Sheets for paper, with the solutions"),
      this.#good && this.session.line.length > 0 &&
        Object.keys(this.session.start).length === 0 &&
        h("button", { type: "button", onclick: () => get("plan") },
          "The same page, with the moves of this game as the solution")));
  }

  // downloadPage makes a page on which others play: instances, with their hardness or with the moves of a solution if
  // wanted, of this text or another one.
  async downloadPage(wanted, text) {
    const game = await this.run("Visiting the positions", "game", wanted, { text });
    if (!game) return;
    this.say("The page is being written…");
    try {
      const { gamePage } = await import("./gamepage.js");
      save(`${this.session.model.puzzle.toLowerCase()}.html`, "text/html", await gamePage(game.title, game));
      this.say("The page was downloaded. It plays without a network.");
    } catch (e) {
      this.say(e.message, "refused");
    }
  }

  // downloadSheet makes sheets for paper.
  async downloadSheet(instances, text) {
    const sheet = await this.run("Solving", "sheet", { instances }, { text });
    if (sheet) save(sheet.name, sheet.type, sheet.text);
  }

  // #count counts the seconds that an instance is played.
  #count() {
    const { session } = this;
    if (document.hidden || !session.position || session.position.solved || session.position.goal) return;
    session.seconds++;
    this.help.tick();
  }

  // begin opens what the address asks for, and loads the editor and the compiler.
  async begin() {
    const asked = parameters();
    this.inEditor = asked.get("embed") === "editor";
    this.embedded = this.inEditor || asked.get("embed") === "1";
    if (this.embedded) document.documentElement.dataset.embed = asked.get("embed");
    if (this.embedded) this.see("puzzle");
    const editor = this.inEditor ? null : this.#startEditor();
    await (this.inEditor ? this.follow() : this.#openAddress());
    if (this.embedded && !this.inEditor)
      $("bar").querySelector("h1").append(" ",
        h("a", { href: "./" + location.hash.replace(/&?embed=1/, ""), target: "_blank", rel: "noopener" },
          "Open in the playground"));
    await editor;
    setInterval(() => this.#count(), 1000);
    await this.language.ready;
    await this.#warm();
    if (!this.#job) this.#client?.begin();
    this.#isWarm();
    if (!this.embedded && "serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});
  }

  #followed = null; // the last link

  // follow shows what the editor says whose board panel this is: it changes the link.
  async follow() {
    try {
      const text = parameters().get("v1") ?? "";
      const link = await unpack(text);
      if (text !== parameters().get("v1")) return; // a newer one is on its way
      const last = this.#followed;
      this.#followed = link;
      this.#loading = false;
      await this.session.follow(link, last);
    } catch (error) {
      this.say(`The link cannot be read: ${error.message}.`, "refused");
    }
  }

  // #tellEditor tells the editor what was played here, unless the editor itself has said so.
  #tellEditor() {
    const { main, instance, made, ahead } = this.session, link = this.#followed;
    if (JSON.stringify([made, ahead]) === JSON.stringify([link?.moves ?? [], link?.ahead ?? []])) return;
    parent.postMessage({ main, instance, moves: made, ahead }, "*");
  }

  async #startEditor() {
    const [{ Editor }, { Client }] = await Promise.all([import("./editor.js"), import("./lsp.js")]);
    this.#client = new Client(this.language, () => this.session.files);
    fill($("editor"));
    this.editor = new Editor($("editor"), this.#client, {
      change: (file, text) => {
        this.#client.begin();
        this.#client.set(file, text);
        this.session.edit(file, text);
      },
      show: (file) => this.openFile(file),
      say: (text) => this.say(text),
    });
    if (this.session.main) this.editor.open(this.session.files, this.file);
  }

  // #warm compiles what solving needs, before it is asked for.
  async #warm() {
    this.#startSolver();
    try {
      await this.solver.load({ files: { "w.pz": "puzzle W\nstate n: 0..3 = 0\nmove m when n < 3 { n := n + 1 }\ngoal n == 3\n" }, main: "w.pz" });
      await this.solver.request("solve", { instance: "" });
    } catch { /* a job began meanwhile */ }
  }
}

// What waited for a compiler that was ended needs no answer any more.
addEventListener("unhandledrejection", (e) => e.reason instanceof Stopped && e.preventDefault());

const app = new App();
addEventListener("hashchange", () => app.inEditor && app.follow());
addEventListener("popstate", () => app.inEditor || app.go());
for (const end of ["pagehide", "visibilitychange"]) addEventListener(end, () => app.embedded || app.save());
app.begin();
