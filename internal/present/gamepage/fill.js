// What a player means by pointer and keys on a puzzle without moves. The playground and the pages on which others play
// share it. A cell is [board, index]. Marks are what nothing is judged by: {"board,index": {kind: texts}}.

export const kinds = ["value", "corner", "centre", "colour", "cross"];
const hues = { yellow: "#facc15", green: "#22c55e", blue: "#3b82f6", red: "#ef4444", purple: "#a855f7", grey: "#64748b" };
export const colours = Object.keys(hues);

const ways = { ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowDown: [1, 0], ArrowLeft: [0, -1] };
const same = (a, b) => String(a) === String(b);

// called writes the names of cells in a text, r2c1, as the reader wants them: so, or as on a chessboard: a2.
let chess = false;
export const nameCells = (like) => { chess = like === "a1"; };
const letters = (n) => (n > 26 ? letters(Math.floor((n - 1) / 26)) : "") + String.fromCharCode(97 + (n - 1) % 26);
export const called = (text) => (chess ? String(text).replace(/\br(\d+)c(\d+)\b/g, (_, r, c) => letters(Number(c)) + r) : text);

// where names a cell for people, who count from 1.
export function where(boards, [board, cell]) {
  const b = boards[board], name = b.names?.[cell];
  return name && !/^\(\d+, \d+\)$/.test(name) ? name : called(`r${Math.floor(cell / b.cols) + 1}c${cell % b.cols + 1}`);
}

// aimed is the cell at a point, and the side of it that is meant, if an element stands there: the nearest side, if it is
// near, or if the cell shows nothing else. x and y go from 0 to 1 across the cell. Sides are up, right, down, left.
export function aimed(boards, [board, cell], x, y) {
  const b = boards?.[board], names = b?.stands?.[cell];
  if (!names) return [board, cell];
  const far = [y, 1 - x, 1 - y, x];
  const [side] = [0, 1, 2, 3].filter((k) => names[k]).sort((k, l) => far[k] - far[l]);
  const near = side !== undefined && (far[side] < .3 || !b.links && b.shows[cell].every((name) => names.includes(name)));
  return near ? [board, cell, side] : [board, cell];
}

export const sentence = (text) => text && text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?…]$/.test(text) ? "" : ".");

// cellsThat are the cells that show one of some elements.
export function cellsThat(boards, names) {
  const wanted = new Set(names);
  return boards.flatMap((b, i) => (b.shows ?? []).flatMap((shown, k) => (shown?.some((name) => wanted.has(name)) ? [[i, k]] : [])));
}

// tried are the elements with values that were only tried: sure are the values before.
export const tried = ({ values, sure }) => (sure ? Object.keys(values).filter((name) => values[name] !== sure[name]) : []);

// degreesOf tells the next step by degrees: where, which rule, what. since are cells that the rule is about.
export function degreesOf({ element, text: value, facts, told = [] }, { boards }) {
  const named = new Map(boards.flatMap((b, i) => (b.names ?? []).map((name, k) => [name, [i, k]])).reverse());
  const meant = []; // the cells that a text names
  const plain = (text) => text.replace(/(?:\w+\[)?(\(-?\d+, -?\d+\))\]?/g, (all, name) => {
    if (named.has(name)) meant.push(named.get(name));
    return named.has(name) ? where(boards, named.get(name)) : all;
  });
  const parts = facts.flatMap((f) => f.parts ?? []), cells = cellsThat(boards, [element]);
  const name = cells.length === 1 ? where(boards, cells[0]) : element;
  const since = facts.map((f) => f.text.split(", since ")[1]).filter(Boolean).map((text) => `Because ${plain(text)}.`);
  const about = [...new Set(parts.flatMap((f) => f.instances ?? []).flatMap(Object.values).filter((v) => named.has(v)).map(plain))];
  const rules = [...[...new Set(told)].map(sentence), about.length > 0 && `It follows from what holds for ${about.slice(0, 4).join(", ")}.`, ...since.slice(0, 3)].filter(Boolean);
  const why = rules.join("\n") || `It follows from ${parts.length > 1 ? `${parts.length} rules together` : "one rule"}.`;
  return [
    { say: `Look at ${name}.`, cells, more: "Why?" },
    { say: why, cells, since: meant, more: "What is it?" },
    { say: `${name}: ${value}`, cells, more: "Write it" },
  ];
}

export const minutes = (n) => `${Math.floor(n / 60)}:${String(n % 60).padStart(2, "0")}`;

// judged is a position with what a solver says of it.
export function judged(position, { solved, conflicts, cost }) {
  const broken = new Set(conflicts.flatMap((c) => c.elements));
  const wrong = (b) => (b.shows ?? []).flatMap((names, cell) => (names?.some((name) => broken.has(name)) ? [cell] : []));
  const boards = position.boards.map((b) => ({ ...b, wrong: [...new Set([...b.wrong ?? [], ...wrong(b)])] }));
  return { ...position, boards, conflicts: [...position.conflicts, ...conflicts], solved: position.solved || solved, cost: cost ?? position.cost };
}

// jot returns the marks after cells got a mark: all get what the first one has not, or lose what it has.
export function jot(marks, cells, kind, text) {
  const next = { ...marks };
  const had = (next[cells[0]]?.[kind] ?? []).includes(text);
  for (const cell of cells) {
    const m = { ...next[cell] };
    const others = (m[kind] ?? []).filter((t) => t !== text);
    m[kind] = had ? others : [...others, text].sort((a, b) => a - b || (a < b ? -1 : 1));
    if (m[kind].length === 0) delete m[kind];
    next[cell] = m;
    if (Object.keys(m).length === 0) delete next[cell];
  }
  return next;
}

// told are the marks of a cell in words.
export const told = (m) => Object.entries(m ?? {}).map(([kind, list]) => (kind === "cross" ? "crossed out" : `${kind} ${list.join(" ")}`)).join(", ");

// Where corner marks stand in a cell, in turn: four corners, the middle of each side, then between these.
const around = [[0, 0], [2, 0], [0, 2], [2, 2], [1, 0], [1, 2], [0, 1], [2, 1], [.5, 0], [1.5, 0], [.5, 2], [1.5, 2]];

// pencil draws the marks of cells into a drawing of a position. Colours lie side by side. In a cell that is filled in
// only colours and crosses are shown.
export function pencil(svg, { boards, elements = [] }, marks) {
  const open = new Set(elements.filter((e) => !e.text).map((e) => e.name));
  const no = new Set(elements.filter((e) => e.open && e.text === e.open).map((e) => e.name));
  const add = (tag, text, attributes) => {
    const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
    e.textContent = text;
    svg.append(e);
  };
  const middles = [[.5, 0], [1, .5], [.5, 1], [0, .5]];
  for (const b of no.size ? boards : []) {
    b.shows?.forEach((names, cell) => names?.filter((name) => no.has(name)).forEach((name) => {
      const [x, y] = middles[b.stands?.[cell]?.indexOf(name)] ?? [.5, .5], size = Math.min(b.width, b.height) * .35;
      add("text", "×", { class: "pencil no", "text-anchor": "middle", "dominant-baseline": "central", "font-size": size,
        "font-family": "system-ui, sans-serif", fill: "#64748b", x: b.x + (cell % b.cols + x) * b.width,
        y: b.y + (Math.floor(cell / b.cols) + y) * b.height });
    }));
  }
  for (const [at, m] of Object.entries(marks)) {
    const [board, cell] = at.split(",").map(Number);
    const b = boards[board];
    if (!b || cell >= b.rows * b.cols) continue;
    const x = b.x + cell % b.cols * b.width, y = b.y + Math.floor(cell / b.cols) * b.height;
    const write = (text, kind, dx, dy, share, all = share) => add("text", text, { class: `pencil ${kind}`, "text-anchor": "middle",
      "font-family": "system-ui, sans-serif", fill: kind === "cross" ? "#b3261e" : "#1d4ed8",
      "dominant-baseline": "central", "font-size": Math.min(share * b.height, all * b.width / (.6 * text.length)),
      x: x + dx * b.width, y: y + dy * b.height });
    m.colour?.forEach((c, i) => add("rect", "", { class: `pencil ${c}`, fill: hues[c], opacity: .4, x: x + i * b.width / m.colour.length, y,
      width: b.width / m.colour.length, height: b.height }));
    if (m.cross) write("✕", "cross", .5, .5, .6);
    if (!b.shows?.[cell]?.some((name) => open.has(name))) continue;
    m.corner?.slice(0, around.length).forEach((text, i) => write(text, "corner", .17 + .33 * around[i][0], .17 + .33 * around[i][1], .25, .16));
    if (m.centre) write(m.centre.join(""), "centre", .5, .5, .3, .9);
  }
}

// Fill knows what is chosen and what is written: values or a kind of marks. Its host has position, values and marks,
// and does what is told: set(values, marks, again) where again says that a value is still being typed; press(cell), which
// gives a cell its next value; undo(), redo(), say(text), draw(),
// and told(text) what was written, if it wants to know.
export class Fill {
  kind = kinds[0];
  colour = colours[0];
  chosen = []; // cells; the last is where the keys are
  element = ""; // the chosen element of the cell, if it shows several
  #host;
  #typed = "";

  constructor(host) { this.#host = host; }

  // forget chooses nothing.
  forget() { Object.assign(this, { chosen: [], element: "" }); }

  get spot() { return this.chosen.at(-1); }

  find(name) { return (this.#host.position?.elements ?? []).find((e) => e.name === name); }

  // at are the elements that a cell shows.
  at([board, cell]) {
    const names = this.#host.position?.boards[board]?.shows?.[cell] ?? [];
    return names.length === 0 ? [] : this.#host.position.elements.filter((e) => names.includes(e.name));
  }

  // meant is the element of a cell that keys change: the chosen one, or the only one.
  meant(cell) {
    const all = this.at(cell);
    return all.find((e) => e.name === this.element) ?? (all.length === 1 ? all[0] : undefined);
  }

  // targets are the elements that keys and buttons change.
  get targets() {
    if (this.chosen.length > 0) return this.chosen.flatMap((c) => this.meant(c) ?? []);
    const named = this.find(this.element);
    return named ? [named] : [];
  }

  turn(kind) {
    this.kind = kind;
    this.#typed = "";
    this.#host.draw();
    this.#host.say({ value: "Values are filled in.", colour: "Point at cells to colour them.", cross: "Point at cells to cross them out." }[kind] ??
      `Marks are written into the ${kind} of cells.`);
  }

  next() { this.turn(kinds[(kinds.indexOf(this.kind) + 1) % kinds.length]); }

  select(cells, element = "") {
    this.chosen = cells;
    this.element = element;
    this.#typed = "";
    this.#host.draw();
    const all = cells.length === 1 ? this.at(cells[0]) : this.targets;
    const one = cells.length < 2 && this.targets[0];
    const said = cells.length > 1 ? `${cells.length} cells` : all.length === 0 ? "Nothing is filled in here."
      : one ? `${this.#name(one)}: ${one.text || "open"}` : `${all.length} values: choose one`;
    this.#host.say([said, told(this.#host.marks[cells.at(-1)])].filter(Boolean).join(", "));
  }

  // #name is the place of an element for people.
  #name(e) { return this.spot && this.at(this.spot).length === 1 ? where(this.#host.position.boards, this.spot) : called(e.label ?? e.name); }

  // #told says what was written, unless there is more to say of the puzzle.
  #told(text) {
    const { solved, conflicts = [] } = this.#host.position;
    if (text && !solved && conflicts.length === 0) this.#host.told?.(text);
  }

  // write gives elements a value, none by "".
  async write(elements, text, again = false) {
    const values = { ...this.#host.values };
    for (const e of elements) {
      if (text === "") delete values[e.name];
      else if (e.options.includes(text)) values[e.name] = text;
    }
    const told = elements.length === 1 ? `${this.#name(elements[0])}: ${text || "open"}` : "";
    await this.#host.set(values, this.#host.marks, again);
    this.#told(told);
  }

  async mark(cells, kind, text) {
    await this.#host.set(this.#host.values, jot(this.#host.marks, cells, kind, text));
    const has = this.#host.marks[cells[0]]?.[kind]?.includes(text);
    this.#told(`${kind === "cross" ? kind : `${kind} ${text}`} ${has ? "marked" : "removed"}`);
  }

  // stroke takes the cells that a pointer went over. other: by the right button, or after a long press.
  async stroke(path, other = false) {
    const sides = path.filter((c) => c.length > 2), cells = [], [from, to] = [path[0], path.at(-1)];
    if (this.kind === "value" && sides.length > 0 && from.length + to.length === 4 && from[0] === to[0] && !this.#host.position.boards[from[0]].links) {
      return this.#box(this.#host.position.boards[from[0]], from[1], to[1]);
    }
    if (this.kind === "value" && sides.length > 0 && (path.length === 1 || !this.#host.position.boards[sides[0][0]].links)) {
      return this.#sides(sides, other);
    }
    for (const c of path) if (!same(c.slice(0, 2), cells.at(-1))) cells.push(c.slice(0, 2));
    const first = cells[0], elements = this.at(first), few = elements.length === 1 && elements[0].options.length <= 3;
    this.#typed = "";
    if (other && this.kind === "value") {
      if (cells.length > 1 || !few || !elements[0].options.includes("false")) return this.mark(cells, "cross", "✕");
      this.chosen = [first];
      return this.write(elements, elements[0].text === "false" ? "" : "false");
    }
    if (this.kind === "colour") return this.mark(cells, "colour", this.colour);
    if (this.kind === "cross") return this.mark(cells, "cross", "✕");
    if (this.kind !== "value") return this.select(cells);
    const shared = [...new Set(cells.slice(1).flatMap((c, i) => {
      const before = this.at(cells[i]);
      return this.at(c).filter((e) => before.includes(e));
    }))];
    if (shared.length > 0) return this.#lines(shared);
    if (!few) return this.select(cells);
    this.chosen = [cells.at(-1)];
    this.element = "";
    const old = elements[0].text;
    await this.#host.press(first);
    const value = this.find(elements[0].name)?.text ?? "";
    const rest = cells.slice(1).flatMap((c) => this.at(c)).filter((e) => e.text === old && (value === "" || e.options.includes(value)));
    if (rest.length > 0) await this.write(rest, value, true);
  }

  // #sides changes the elements at sides of cells: they get the next value of the first one or, by other, the value that
  // open ones count as.
  #sides(sides, other) {
    const { boards } = this.#host.position;
    const all = [...new Set(sides.map(([board, cell, side]) => this.find(boards[board].stands[cell][side])))];
    const { text, options, open = options.find((o) => o === "false") } = all[0];
    const values = options.filter((o) => o !== open);
    const next = other ? (text === open ? "" : open ?? "") : values[values.indexOf(text) + 1] ?? "";
    this.forget();
    return this.write(all.filter((e) => e.text === text), next);
  }

  // #box draws the sides of a rectangle between two cells, and clears those inside.
  #box(b, from, to) {
    const between = (n, x, y) => Math.min(x, y) <= n && n <= Math.max(x, y);
    const inside = (row, col) => between(row, Math.floor(from / b.cols), Math.floor(to / b.cols)) && between(col, from % b.cols, to % b.cols);
    const values = { ...this.#host.values };
    for (let cell = 0; cell < b.rows * b.cols; cell++) {
      const row = Math.floor(cell / b.cols), col = cell % b.cols;
      if (!inside(row, col)) continue;
      Object.values(ways).forEach(([down, right], side) => {
        const e = this.find(b.stands[cell]?.[side]);
        if (!e) return;
        if (inside(row + down, col + right)) delete values[e.name];
        else values[e.name] = e.options.find((o) => o !== e.open && o !== "false");
      });
    }
    this.forget();
    return this.#host.set(values, this.#host.marks);
  }

  // #lines changes the elements that neighbouring cells of a drag share. The first one says whether lines are drawn.
  #lines(shared) {
    const { options, text } = shared[0];
    const next = options.includes("true") ? (text === "true" ? "" : "true") : options[(options.indexOf(text) + 1) % options.length];
    this.forget();
    return this.write(shared, next);
  }

  // type takes a digit or letter. A value of several letters is typed on.
  #type(key) {
    const elements = this.targets;
    const options = [...new Set(elements.flatMap((e) => e.options))];
    for (const text of [this.#typed + key, key]) {
      const again = this.#typed !== "" && text !== key;
      const fits = (o) => o.toLowerCase().startsWith(text.toLowerCase());
      const option = options.find((o) => o === text) ?? (/\d/.test(key) ? undefined : options.find(fits));
      if (option !== undefined || options.some(fits)) {
        this.#typed = text;
        if (option === undefined) this.#host.say(`${text}…`);
        else this.write(elements, option, again);
        return true;
      }
    }
    return false;
  }

  // #note marks the chosen cells by a value that a key stands for.
  #note(kind, key) {
    const options = this.chosen.flatMap((c) => this.at(c)).flatMap((e) => e.options);
    const text = options.find((o) => o === key) ?? options.find((o) => o.toLowerCase().startsWith(key.toLowerCase()));
    if (text !== undefined) this.mark(this.chosen, kind, text);
    return text !== undefined;
  }

  clear() {
    const kept = Object.fromEntries(Object.entries(this.#host.marks).filter(([at]) => !this.chosen.some((c) => same(c, at))));
    if (this.kind !== "value") return this.#host.set(this.#host.values, kept);
    const filled = this.targets.filter((e) => e.text);
    if (filled.length > 0) return this.write(filled, "");
    return this.#host.set(this.#host.values, kept);
  }

  // arrow goes to the next cell, from a board to the one above or below. extend: the cells before stay chosen.
  #arrow([rows, cols], extend) {
    const { boards } = this.#host.position;
    const fill = (b) => b?.shows?.some((s) => s?.length);
    if (!this.spot) return this.select([[Math.max(0, boards.findIndex(fill)), 0]]);
    const [board, cell] = this.spot, b = boards[board], row = Math.floor(cell / b.cols) + rows, col = cell % b.cols + cols;
    const go = (to) => this.select(extend ? [...this.chosen.filter((c) => !same(c, to)), to] : [to]);
    if (row >= 0 && col >= 0 && row < b.rows && col < b.cols) return go([board, row * b.cols + col]);
    for (let k = board + rows; rows && k >= 0 && k < boards.length; k += rows) {
      const c = boards[k];
      if (fill(c)) return go([k, (rows > 0 ? 0 : c.rows - 1) * c.cols + Math.min(col, c.cols - 1)]);
    }
  }

  // key takes a key. It returns whether the key was of use.
  key(e) {
    const digit = /^(?:Digit|Numpad)(\d)$/.exec(e.code)?.[1];
    if (e.altKey || e.metaKey && !e.ctrlKey) return false;
    const side = this.spot && Object.keys(ways).indexOf(e.key);
    if (e.ctrlKey && side >= 0) {
      const { boards } = this.#host.position, [board, cell] = this.spot, chosen = this.chosen;
      if (!boards[board].stands?.[cell]?.[side]) return false;
      this.#sides([[board, cell, side]], e.shiftKey);
      this.chosen = chosen;
      return true;
    }
    if (e.ctrlKey) {
      const { z, y } = { z: () => this.#host.undo(), y: () => this.#host.redo() };
      const act = { z: e.shiftKey ? y : z, Z: y, y }[e.key];
      act?.();
      return Boolean(act) || digit !== undefined && this.chosen.length > 0 && this.#note("centre", digit);
    }
    if (ways[e.key]) {
      this.#arrow(ways[e.key], e.shiftKey);
      return true;
    }
    if (e.shiftKey && digit !== undefined && this.chosen.length > 0) return this.#note("corner", digit);
    if (e.key === "Backspace" || e.key === "Delete") {
      const any = this.chosen.length > 0 || this.targets.length > 0;
      if (any) this.clear();
      return any;
    }
    if (e.key === " ") {
      if (this.chosen.length > 0) this.#space();
      return this.chosen.length > 0;
    }
    if (e.key.length !== 1) return false;
    if (this.targets.length > 0 && (this.kind === "value" ? this.#type(e.key)
      : this.kind === "colour" ? this.#hue(e.key) : this.kind !== "cross" && this.#note(this.kind, e.key))) return true;
    const act = { m: () => this.next(), u: () => this.#host.undo(), r: () => this.#host.redo(),
      x: () => this.chosen.length > 0 && this.mark(this.chosen, "cross", "✕") }[e.key];
    act?.();
    return Boolean(act);
  }

  #space() {
    if (this.kind === "colour" || this.kind === "cross") return this.stroke(this.chosen);
    if (this.kind === "value" && this.at(this.spot).length === 1) this.#host.press(this.spot);
  }

  #hue(key) {
    const colour = colours[key - 1];
    if (!colour) return false;
    this.colour = colour;
    this.mark(this.chosen, "colour", colour);
    return true;
  }
}

// holds tells whether some values are among others: then the others cannot be completed if these cannot.
export const holds = (values, part) => Object.entries(part).every(([name, text]) => values[name] === text);

// pointer tells of strokes on a surface: the cells that the pointer went over, where it went down and up, and whether it
// was the right button or a long press. cellAt returns the cell at a point of the screen.
export function pointer(surface, cellAt, done, patience = 500) {
  let down = null, last = null, passed = [], timer = 0;
  const pass = (e) => {
    const n = Math.ceil(Math.hypot(e.clientX - last.clientX, e.clientY - last.clientY) / 8) || 1;
    for (let i = 1; i <= n; i++) {
      const along = (axis) => last[axis] + (e[axis] - last[axis]) * i / n;
      const cell = cellAt({ clientX: along("clientX"), clientY: along("clientY") });
      if (cell && !same(cell, passed.at(-1))) passed.push(cell);
    }
    last = e;
  };
  const end = (e, other) => {
    const [from, cells] = [down, passed];
    clearTimeout(timer);
    down = null;
    done(cells, from, e, other);
  };
  surface.addEventListener("pointerdown", (e) => {
    if (!e.isPrimary || e.button !== 0 && e.button !== 2) return;
    [down, last, passed] = [e, e, []];
    surface.setPointerCapture?.(e.pointerId);
    pass(e);
    if (e.pointerType === "touch") timer = setTimeout(() => passed.length === 1 && end(e, true), patience);
  });
  surface.addEventListener("pointermove", (e) => { if (down?.pointerId === e.pointerId) pass(e); });
  surface.addEventListener("pointerup", (e) => { if (down?.pointerId === e.pointerId) end(e, down.button === 2); });
  surface.addEventListener("pointercancel", () => { clearTimeout(timer); down = null; });
  surface.addEventListener("contextmenu", (e) => e.preventDefault());
}
