// Playing: moves by keys, pointer and touch, the line of moves that were made and lie ahead, hints, and why a move
// cannot be made.

import { changedCells, degreesOfMove } from "../../../internal/present/gamepage/hints.js";
import { $, fill, h } from "./dom.js";

const keys = { ArrowUp: "up", ArrowRight: "right", ArrowDown: "down", ArrowLeft: "left" };
const name = (m) => m.label && m.label !== m.move ? [h("span", { class: "label" }, m.label), " ", h("code", {}, m.move)] : h("code", {}, m.move);

export class Play {
  #app;
  #all = null; // all moves of this position, also those that cannot be made
  #timer = null;
  #buttons = {};
  #range = h("input", { type: "range", min: 0, "aria-label": "Position in the moves", oninput: (e) => this.#app.session.go(Number(e.target.value)) });
  #count = h("output", {});
  #choice = h("div", { class: "choice", role: "group", "aria-label": "Which move?", hidden: true });
  #showAll = false;
  #filter = "";

  constructor(app) {
    this.#app = app;
    const { session } = app;
    const button = (id, text, label, act) => (this.#buttons[id] = h("button", { type: "button", "aria-label": label, title: label, onclick: act }, text));
    const bar = h("div", { class: "controls", role: "group", "aria-label": "Moves" },
      button("first", "|◀\uFE0E", "Restart (R)", () => session.restart()),
      button("back", "◀\uFE0E", "Undo (u)", () => session.undo()),
      button("watch", "Play", "Play: watch the moves ahead", () => this.watch()),
      button("next", "▶\uFE0E", "Redo (r)", () => session.redo()),
      button("last", "▶\uFE0E|", "To the end", () => session.go(session.line.length)),
      this.#range, this.#count,
      button("hint", "Hint", "Hint (h): how far the goal is, and the next move", () => this.hint()));
    $("line").append(this.#choice, bar);
    document.addEventListener("keydown", (e) => this.#key(e));
  }

  get #playing() { return Boolean(this.#app.session.model?.moves && this.#app.session.position); }

  draw() {
    const { session } = this.#app;
    const p = session.position;
    this.#all = null;
    this.#choose([]);
    this.#app.board.mark([]);
    this.#app.help.forget();
    this.#buttons.hint.textContent = this.#app.help.title;
    const n = p.made?.length ?? 0;
    const all = session.line.length;
    $("line").hidden = !session.model.moves;
    this.#range.max = all;
    this.#range.value = n;
    this.#range.disabled = all === 0;
    this.#count.textContent = `${n}${session.ahead.length ? ` of ${all}` : ""} ${all === 1 ? "move" : "moves"}${p.cost !== n ? `, cost ${p.cost}` : ""}`;
    for (const id of ["first", "back"]) this.#buttons[id].disabled = n === 0;
    for (const id of ["next", "last", "watch"]) this.#buttons[id].disabled = session.ahead.length === 0;
    if (session.ahead.length === 0) this.pause();
  }

  watch() {
    if (this.#timer) return this.pause();
    const { session } = this.#app;
    this.#buttons.watch.textContent = "Pause";
    this.#buttons.watch.setAttribute("aria-label", "Pause");
    session.redo();
    this.#timer = setInterval(() => (session.ahead.length ? session.redo() : this.pause()), 700);
  }

  pause() {
    clearInterval(this.#timer);
    this.#timer = null;
    this.#buttons.watch.textContent = "Play";
    this.#buttons.watch.setAttribute("aria-label", "Play: watch the moves ahead");
  }

  make(move) {
    this.pause();
    return this.#app.session.make(move);
  }

  // point takes a click on a cell, or a drag from it. to is null if the drag ended outside; by is how far it went.
  async point(from, to, by = [0, 0]) {
    const { session, language } = this.#app;
    if (!this.#playing) return;
    const { moves = [], refused = [] } = await language.request("pointed", { ...session.place, from, ...(to ? { to } : {}) });
    if (moves.length === 1) return this.make(moves[0]);
    if (moves.length > 1) {
      this.#choose(moves);
      return this.#app.say("Which move?");
    }
    if (to !== undefined && Math.hypot(...by) > 12) {
      const [x, y] = by;
      const direction = Math.abs(x) > Math.abs(y) ? (x > 0 ? "right" : "left") : y > 0 ? "down" : "up";
      if (await this.#direct(direction, false)) return;
    }
    if (refused.length > 0) await this.refuse(refused[0]);
    else this.#app.say(to === undefined ? "No move is meant by this cell." : "No move does this.");
  }

  async moves() {
    const { session, language } = this.#app;
    this.#all ??= language.request("moves", session.place).then((r) => r.moves);
    return this.#all;
  }

  // direct makes the move that leads in a direction. It returns whether there are moves that do, possible or not.
  async #direct(direction, say = true) {
    const { position } = this.#app.session;
    const can = position.moves.filter((m) => m.direction === direction);
    if (can.length === 1) {
      this.make(can[0].move);
      return true;
    }
    if (can.length > 1) {
      this.#choose(can.map((m) => m.move));
      this.#app.say(`${can.length} moves lead ${direction}: choose one.`);
      return true;
    }
    const no = await this.#app.language.request("refusal", { ...this.#app.session.place, direction });
    if (no.reasons.length > 0) this.#refused(no, `No move leads ${direction}`);
    else if (say) this.#app.say(`No move leads ${direction}.`);
    return no.reasons.length > 0;
  }

  // directed tells whether arrow keys make moves.
  get directed() { return this.#playing && (this.#app.session.position.moves.some((m) => m.direction) || this.wasDirected); }

  // refuse says why a move cannot be made.
  async refuse(move) {
    const { session, language } = this.#app;
    const r = await language.request("refusal", { ...session.place, move });
    if (r.possible) return this.make(move);
    this.#refused(r, ["Not possible: ", h("code", {}, move)]);
  }

  // #refused says what the model says about moves that cannot be made, and where they are refused.
  #refused({ message, reasons }, what) {
    const places = new Map(reasons.filter((x) => x.line).map((x) => [`${x.file}:${x.line}`, x]));
    this.#app.say([what, message ? `: ${message}` : "", ".", [...places.values()].slice(0, 3).map((x) => [" ", this.#app.place(x, x.message)])], "refused");
  }

  #left(moves) { return this.#app.run("How far is the goal?", "hint", { ...this.#app.session.place, moves, seconds: 30 }); }

  // check says whether the goal can still be reached.
  check() {
    const { help, session } = this.#app, { made } = session;
    const sound = async (i) => ({ solved: true, unsolvable: false })[(await this.#left(made.slice(0, i)))?.status] ?? null;
    return help.check(made.length, sound, (i, j) => i >= j, (i) => `move ${i}`, (last) => session.go(last));
  }

  async hint() {
    const { session, help, language } = this.#app;
    if (!this.#playing) return;
    await help.hint(async () => {
      const { place, position } = session, answer = await this.#left(place.moves);
      if (!answer || JSON.stringify(place) !== JSON.stringify(session.place)) return;
      const { status, next, message } = answer, move = position.moves.find((m) => m.move === next) ?? { move: next };
      if (!next) return status === "unsolvable" ? this.check() : [{ say: message }];
      const cells = changedCells(position, await language.request("position", { ...place, moves: [...place.moves, next] }));
      const told = next + (move.label && move.label !== next ? ` ${move.label}` : "");
      return [...degreesOfMove({ name: next, way: move.direction, told, far: message, cells }), { act: () => this.make(next) }];
    });
    this.#buttons.hint.textContent = help.title;
  }

  #choose(moves) {
    this.#choice.hidden = moves.length === 0;
    fill(this.#choice, moves.map((move) => {
      const known = this.#app.session.position.moves.find((m) => m.move === move) ?? { move };
      return h("button", { type: "button", onclick: () => this.make(move) }, name(known));
    }));
    this.#choice.querySelector("button")?.focus();
  }

  // press takes a key on a cell of the board. It returns whether the key was of use.
  press(e) { return Boolean(keys[e.key] && this.directed); }

  #key(e) {
    if (!this.#playing || e.ctrlKey || e.metaKey || e.altKey || document.querySelector("dialog")) return;
    if (e.target.closest?.("#model, input, select, textarea, [role=tablist], #panel .cells")) return;
    const act = { u: () => this.#app.session.undo(), r: () => this.#app.session.redo(), R: () => this.#app.session.restart(), h: () => this.hint() };
    if (keys[e.key] && !e.shiftKey && this.directed) {
      e.preventDefault();
      this.#direct(keys[e.key]);
    } else if (e.key === "Escape") {
      this.#choose([]);
    } else act[e.key]?.();
  }

  // panel is the list of moves.
  panel(root) {
    const { session } = this.#app;
    const p = session.position;
    if (!p?.moves) return;
    const list = h("ul", { class: "moves" });
    const show = async () => {
      const shown = this.#showAll ? await this.moves() : p.moves;
      const found = shown.filter((m) => `${m.move} ${m.label ?? ""}`.toLowerCase().includes(this.#filter.toLowerCase()));
      fill(list, found.slice(0, 500).map((m) => h("li", {}, h("button", {
        type: "button", class: m.no ? "not" : null, title: m.no || null, onclick: () => (m.no ? this.refuse(m.move) : this.make(m.move)),
      }, name(m), !m.no && m.cost !== 1 && h("span", { class: "cost" }, `cost ${m.cost}`), m.no && h("span", { class: "sr" }, " cannot be made")))));
      note.textContent = found.length > 500 ? `${found.length - 500} more: filter them.` : found.length === 0 ? "None." : "";
    };
    const note = h("p", { class: "note" });
    const line = session.line;
    fill(root,
      h("div", { class: "controls" }, h("button", { type: "button", onclick: () => this.check() }, "Still solvable?"), this.#app.help.panel()),
      h("div", { class: "columns" },
        h("section", {}, h("h2", {}, "Moves that can be made"),
          h("p", { class: "options" },
            h("label", {}, h("input", { type: "checkbox", checked: this.#showAll, onchange: (e) => { this.#showAll = e.target.checked; show(); } }), " also those that cannot"),
            h("input", { type: "search", placeholder: "Filter", "aria-label": "Filter moves", value: this.#filter, oninput: (e) => { this.#filter = e.target.value; show(); } })),
          list, note),
        h("section", {}, h("h2", {}, "The game so far"),
          line.length === 0 ? h("p", { class: "note" }, "No moves yet. Click the board, use the arrow keys, or choose a move.")
            : h("ol", { class: "line" }, line.map((move, i) => h("li", {}, h("button", {
              type: "button", class: i >= p.made.length ? "ahead" : null, "aria-current": i === p.made.length - 1 ? "step" : null,
              onclick: () => session.go(i + 1),
            }, name(p.made[i] ?? { move })))))),
        p.values?.length > 0 && !p.boards.length && h("section", {}, h("h2", {}, "Values"), values(p.values))),
      p.boards.length > 0 && p.values?.length > 0 && h("details", {}, h("summary", {}, "Values"), values(p.values)));
    show();
  }
}

const values = (list) => h("table", { class: "values" }, h("tbody", {}, list.slice(0, 1000).map((v) => h("tr", {}, h("th", { scope: "row" }, h("code", {}, v.name)), h("td", {}, v.text)))));
