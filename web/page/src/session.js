// What is written and what is played. The whole state of play is instance, start and moves; the compiler says where
// they lead. After each change of the text the moves are replayed, so that the position stays where it can stay.

import { judged } from "../../../internal/present/gamepage/fill.js";
import { hearing, Stopped } from "./compiler.js";
import { gameOf } from "./store.js";

const blank = () => ({ start: {}, moves: [], ahead: [], values: {}, marks: {}, undone: [], redone: [], plan: false, sure: null, saves: [], seconds: 0 });

export class Session extends EventTarget {
  files = {};
  main = "";
  instance = undefined;
  start = {};
  moves = []; // made, as the player made them: after a change of the text not all may be possible
  ahead = []; // undone, or of a plan that is being watched
  values = {}; // of a puzzle without moves
  marks = {}; // pencil marks on it
  sure = null; // the values before others were only tried
  saves = []; // save points
  seconds = 0; // that this instance was played
  undone = []; // earlier values and marks
  redone = []; // later ones, that were undone
  plan = false; // the moves and those ahead are a solution
  model = null; // the last answer to load without errors
  position = null; // the last position that could be shown
  findings = [];
  stale = false; // the text has errors: what is shown is older
  stopped = ""; // why the compiler has not finished the text; "": it has
  #compiler;
  #busy = false;
  #again = false;
  #dirty = false;
  #step = "";

  constructor(compiler) {
    super();
    this.#compiler = compiler;
  }

  #tell(what, detail = null) { this.dispatchEvent(new CustomEvent(what, { detail })); }

  // open begins with other files.
  open({ files, main, instance, start = {}, moves = [], ahead = [], values = {}, marks = {} }) {
    Object.assign(this, blank(), { files: { ...files }, main, instance, start, moves, values, marks, ahead });
    this.#resume = Object.keys({ ...start, ...moves, ...values, ...marks, ...ahead }).length === 0;
    Object.assign(this, { model: null, position: null, stale: false, findings: [] });
    this.#dirty = true;
    this.#tell("files");
    return this.refresh("open");
  }

  #resume = false; // the game that was left is taken up

  // game is what was played of this instance, with the results that are kept of it.
  get game() {
    const { start, moves, ahead, values, marks, undone, redone, sure, saves, seconds, position: p } = this;
    const { solved, best } = gameOf(this.text, this.instance ?? "");
    const now = p?.goal ? Math.min(best ?? Infinity, p.cost) : best;
    return { start, moves, ahead, values, marks, sure, saves, seconds, undone: undone.slice(-200), redone, best: now, solved: solved || Boolean(p?.goal || p?.solved) };
  }

  // #take takes up the game of an instance where it was left.
  #take() {
    const left = gameOf(this.text, this.instance);
    Object.assign(this, blank(), Object.fromEntries(Object.keys(blank()).flatMap((k) => (left[k] ? [[k, left[k]]] : []))));
    this.#resume = false;
  }

  #followed = false; // an editor says which moves are made and which lie ahead

  // follow takes over in what a link differs from the one before. The rest stays as the player left it.
  follow(link, last) {
    this.#followed = true;
    const differs = (what) => link[what] !== undefined && JSON.stringify(link[what]) !== JSON.stringify(last?.[what]);
    if (link.main !== last?.main) return this.open(link);
    if (differs("files")) {
      this.files = { ...link.files };
      this.#dirty = true;
    }
    const moved = ["instance", "moves", "ahead"].some(differs);
    if (moved) {
      const { instance = this.instance, start, moves = [], ahead = [] } = link;
      if (instance !== this.instance) Object.assign(this, blank());
      Object.assign(this, { instance, start, moves, ahead, plan: false });
    }
    if (moved || this.#dirty) return this.refresh(moved ? "go" : "edit");
  }

  edit(name, text) {
    if (this.files[name] === text) return;
    this.files[name] = text;
    this.#dirty = true;
    this.#tell("edited");
    this.refresh("edit");
  }

  // touch checks the files again: their names have changed, or which is the main one.
  touch() {
    this.#dirty = true;
    return this.refresh("edit");
  }

  // text is what the compiler loads.
  get text() { return { files: this.files, main: this.main }; }

  get place() { return { instance: this.instance ?? "", start: this.start, moves: this.made }; }

  // made are the moves that lead to the position that is shown.
  get made() { return this.position?.made?.map((m) => m.move) ?? []; }

  get form() { return { instance: this.instance ?? "", values: this.values }; }

  // refresh brings everything up to date. Changes that come meanwhile are done after it, in one. A compiler that goes on
  // working on a text that has changed is ended.
  refresh(step) {
    this.#step = step;
    if (this.#busy) this.#again = true;
    else this.#work = this.#refresh();
    if (this.#busy && this.#dirty) this.#timer ||= setTimeout(() => this.#busy && this.#dirty && this.#compiler.stop(), hearing);
    return this.#work;
  }

  #timer = 0;

  // reload loads the text into a compiler that has none.
  reload() {
    if (this.#busy) return;
    this.#dirty = true;
    return this.refresh("reload");
  }

  #work = null;

  async #refresh() {
    this.#busy = true;
    try {
      do {
        this.#again = false;
        this.#timer = clearTimeout(this.#timer);
        await this.#update(this.#step);
      } while (this.#again);
    } catch (error) {
      this.#tell("error", error);
    } finally {
      this.#busy = false;
    }
  }

  async #update(step) {
    if (this.#dirty) {
      this.#dirty = false;
      let model;
      try {
        model = await this.#compiler.urgent("load", structuredClone(this.text));
      } catch (error) {
        return this.#fail(error);
      }
      this.stopped = "";
      this.findings = model.findings;
      this.stale = !model.ok;
      if (model.ok) this.model = model;
      this.#tell("model");
      if (!model.ok) return;
    }
    if (!this.model) return;
    this.#chooseInstance();
    let position;
    try {
      position = this.model.moves
        ? await this.#compiler.request("position", { instance: this.instance, start: this.start, moves: this.moves })
        : await this.#fillIn();
      if (step === "edit" && position.made && this.ahead.length > 0 && !this.#followed) await this.#judgeAhead(position);
    } catch (error) { // such as an instance whose data break an assumption
      return this.#fail(error);
    }
    if (this.#again && this.#dirty) return; // an older text
    this.position = position;
    this.#tell("position", step);
    if (position.judge) await this.#judge(position, step);
  }

  // #judge asks whether what is filled in is a solution, and which rules it breaks, if only a solver can tell. The board
  // is drawn before.
  async #judge(position, step) {
    const said = await this.#compiler.request("judge", { ...structuredClone(this.form), seconds: 5 }).catch(() => null);
    if (!said || this.#again || this.position !== position || !said.solved && said.conflicts.length === 0) return;
    this.position = judged(position, said);
    this.#tell("position", step);
  }

  // #judgeAhead judges the moves ahead after a change of the text: those stay that can be made, and a plan if it still
  // ends in a goal.
  async #judgeAhead(position) {
    const moves = [...position.made.map((m) => m.move), ...this.ahead];
    const end = position.broken ?? await this.#compiler.request("position", { instance: this.instance, start: this.start, moves });
    const [plan, goal] = [this.plan, Boolean(end.goal)];
    this.plan &&= goal;
    this.ahead = plan && !goal || !end.made ? [] : end.made.slice(position.made.length).map((m) => m.move);
    position.plan = plan && (goal ? "kept" : "dropped");
  }

  // #fail shows why the compiler has no position for the text.
  #fail(error) {
    if (this.#again && this.#dirty) return; // an older text
    this.stale = true;
    this.stopped = error instanceof Stopped ? error.message : "";
    this.findings = this.stopped ? [] : error.findings?.length ? error.findings : [{ severity: "error", message: error.message }];
    this.#tell("model");
  }

  async #fillIn() {
    const press = this.#pressed;
    this.#pressed = null;
    const p = await this.#compiler.request("values", { ...structuredClone(this.form), ...(press ? { press } : {}) });
    if (press && p.values && !this.#again) this.values = p.values;
    return p;
  }

  #chooseInstance() {
    const all = this.instances;
    if (!all.includes(this.instance)) {
      this.#resume ||= this.instance !== undefined;
      this.instance = all[0] ?? "";
    }
    if (this.#resume) this.#take();
  }

  // instances are the instances that can be chosen; "" is the model with its own values.
  get instances() {
    if (!this.model) return [];
    return this.model.complete ? ["", ...this.model.instances] : [...this.model.instances];
  }

  // choose goes to another instance. Both games stay.
  choose(instance) {
    if (instance === this.instance) return;
    this.#tell("leave");
    Object.assign(this, { instance, position: null });
    this.#take();
    return this.refresh("instance");
  }

  make(move) {
    this.plan &&= this.ahead[0] === move;
    this.ahead = this.ahead[0] === move ? this.ahead.slice(1) : [];
    this.moves = [...this.made, move];
    return this.refresh("move");
  }

  undo() {
    if (!this.model?.moves) {
      return this.#swap(this.undone, this.redone);
    }
    return this.go(this.made.length - 1);
  }

  redo() {
    if (!this.model?.moves) return this.#swap(this.redone, this.undone);
    return this.go(this.made.length + 1);
  }

  // #swap takes the last values and marks of a list, and puts the present ones on another one.
  #swap(from, to) {
    if (from.length === 0) return;
    to.push(this.#written);
    Object.assign(this, from.pop());
    return this.refresh("undo");
  }

  // back undoes n changes of values and marks.
  back(n) {
    for (; n > 1 && this.undone.length > 1; n--) {
      this.redone.push(this.#written);
      Object.assign(this, this.undone.pop());
    }
    return this.#swap(this.undone, this.redone);
  }

  get #written() {
    const { made, ahead, values, marks, sure } = this;
    return this.model.moves ? { moves: made, ahead } : { values, marks, sure };
  }

  // save keeps what is filled in, or the moves, as a save point.
  save(name) {
    this.saves = [...this.saves, { name, at: this.#written }].slice(-9);
    return this.refresh("save");
  }

  // load returns to a save point.
  load(saved) {
    if (!this.model.moves) this.#remember();
    Object.assign(this, saved, { plan: false });
    return this.refresh(this.model.moves ? "go" : "set");
  }

  // try says that from now on values are only tried, or with null that they are not any more.
  try(sure, values = this.values) {
    this.#remember();
    Object.assign(this, { sure, values });
    return this.refresh("set");
  }

  // go goes to the state behind n moves of those that are made and ahead.
  go(n) {
    const all = this.line;
    if (n < 0 || n > all.length || n === this.made.length && this.moves.length === n) return;
    this.moves = all.slice(0, n);
    this.ahead = all.slice(n);
    return this.refresh("go");
  }

  // line is all moves: those that are made and those ahead.
  get line() { return [...this.made, ...this.ahead]; }

  restart() {
    if (!this.model?.moves) return this.set({}, {});
    return this.go(0);
  }

  // watch shows a plan from a position on: its moves lie ahead. solves: they end in a goal.
  watch(plan, from = [], start = this.start, solves = false) {
    Object.assign(this, { start, moves: from, ahead: plan, plan: solves });
    return this.refresh("watch");
  }

  // jump goes to a position.
  jump(moves, start = this.start) {
    Object.assign(this, { start, moves, ahead: [], plan: false });
    return this.refresh("go");
  }

  // press presses a cell of a puzzle without moves: the compiler says which values that gives.
  press(cell) {
    this.#pressed = cell;
    this.#remember();
    return this.refresh("set");
  }

  #pressed = null;

  #remember() {
    this.undone.push(this.#written);
    this.redone = [];
  }

  // set gives a puzzle without moves other values, and other pencil marks. again: the last change goes on.
  set(values, marks = this.marks, again = false) {
    if (!again) this.#remember();
    Object.assign(this, { values, marks });
    return this.refresh("set");
  }
}
