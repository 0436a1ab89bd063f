// moving plays a level of a puzzle with moves.
function moving(level, engine) {
  let past = [], now = 0, watching = 0;
  let best; // the least cost of this level so far
  let several = false; // at some position several moves led in one direction: pieces are dragged, not the board swiped
  const pos = () => past[now].pos;
  const cost = (n = now) => past.slice(1, n + 1).reduce((sum, p) => sum + p.move.cost, 0);
  const text = (m) => m.name + (m.label && m.label !== m.name ? `  ${called(m.label)}` : "") + (m.cost !== 1 ? `  cost ${m.cost}` : "");
  const over = () => pos().goal || pos().lost;
  const hasWays = () => !at("ways").hidden;

  function counted() {
    let words = plural(now, "move");
    if (cost() !== now) words += `, cost ${cost()}`;
    if (level.best !== undefined) words += ` · ${level.optimal ? "best possible" : "best known"}: ${level.best}`;
    if (best !== undefined) words += ` · your best: ${best}`;
    return words;
  }
  function show(message, cells = []) {
    const p = pos(), svg = draw(p);
    for (const cell of cells) frame(svg, p, cell, "hint");
    if (p.goal) best = Math.min(best ?? Infinity, cost());
    several ||= directions.some((way) => p.moves.filter((m) => m.way === way).length > 1);
    shown({
      state: { moves: past.slice(1).map((x) => x.move.name), now }, begun: past.length > 1, solved: p.goal, best, count: counted(),
      undo: now > 0, redo: now < past.length - 1, restart: now > 0,
    });
    at("listed").textContent = "Moves";
    list(over() ? [] : p.moves.map((move) => ({ text: text(move), move })), (item) => play(item.move));
    if (p.goal) say(`Solved in ${plural(now, "move")}${cost() !== now ? `, cost ${cost()}` : ""}.`, true);
    else if (p.lost) say(`${p.lost} Undo, or restart.`);
    else say(message || (p.moves.length ? "" : "No move is left: undo, or restart."));
  }
  // replay makes moves again. Those that cannot be made any more are left out, with what follows them.
  async function replay(moves) {
    past = [{ pos: await engine.start(level) }];
    for (const name of moves) {
      const before = past.at(-1).pos, move = before.moves.find((m) => m.name === name);
      if (!move) break;
      past.push({ pos: await engine.make(before, move), move });
    }
    now = past.length - 1;
  }
  async function advance(move) {
    const next = await engine.make(pos(), move);
    past = [...past.slice(0, now + 1), { pos: next, move }];
    now++;
    if (next.moves.some((m) => m.way)) at("ways").hidden = false;
    show(move.label || move.name);
  }
  const play = (move) => guarded(() => advance(move));
  const go = (to) => guarded(async () => { now = Math.max(0, Math.min(past.length - 1, to())); show(""); });
  const [undo, redo, restart] = [() => go(() => now - 1), () => go(() => now + 1), () => go(() => 0)];
  function choose(moves, words) {
    at("listed").textContent = words;
    list(moves.map((move) => ({ text: text(move), move })), (item) => play(item.move));
    say(`${words}: choose one.`);
    at("list").querySelector("button").focus({ preventScroll: true });
  }
  const arrow = (way) => guarded(async () => {
    if (over()) return;
    const can = pos().moves.filter((m) => m.way === way);
    if (can.length === 1) await advance(can[0]);
    else if (can.length > 1) choose(can, `${can.length} moves lead ${way}`);
    else say(pos().not[way] || await engine.why(pos(), way) || `No move leads ${way} here.`);
  });
  const point = (from) => guarded(async () => {
    if (over()) return;
    const meant = await engine.point(pos(), from);
    if (meant.moves.length === 1) await advance(meant.moves[0]);
    else if (meant.moves.length > 1) choose(meant.moves, `${meant.moves.length} moves`);
    else say(meant.why || "No move is meant by this cell.");
  });
  // drag moves what lies on a cell to another one: at once, or from cell to cell.
  const drag = (from, to, way) => guarded(async () => {
    const start = now, cols = pos().boards[from[0]].cols, far = [0, 0];
    if (over()) return;
    if (from[0] === to[0]) [far[0], far[1]] = [Math.trunc(to[1] / cols) - Math.trunc(from[1] / cols), to[1] % cols - from[1] % cols];
    const step = Math.abs(far[0]) > Math.abs(far[1]) ? cols * Math.sign(far[0]) : Math.sign(far[1]);
    let meant = await engine.point(pos(), from, to);
    for (let cell = from; meant.moves.length !== 1 && String(cell) !== String(to); cell = [cell[0], cell[1] + step]) {
      const along = (await engine.point(pos(), cell, [cell[0], cell[1] + step])).moves, own = (await engine.point(pos(), cell)).moves;
      const moves = along.length === 1 ? along : (along.length ? along : own).filter((m) => m.way === way);
      if (moves.length !== 1) {
        if (now === start) meant = moves.length ? { moves } : meant;
        break;
      }
      await advance(moves[0]);
      if (over() || Math.abs(cell[1] + step - to[1]) >= Math.abs(cell[1] - to[1])) break;
    }
    if (now > start) return;
    if (meant.moves.length === 1) return advance(meant.moves[0]);
    if (meant.moves.length > 1) return choose(meant.moves, `${meant.moves.length} moves`);
    if (hasWays() && !several) arrow(way);
    else say(meant.why || "No move does this.");
  });

  return {
    form: false,
    keys: "Keys: arrows move, u undo, r redo, Shift+R restart, h hint, Tab and Enter choose a move.",
    show, arrow, undo, redo, restart, go: (to) => go(() => to),
    get now() { return now; },
    get position() { return pos(); },
    // begin shows a level as it was left: moves are made again, and those that were undone are left to redo.
    async begin({ moves = [], now: made = 0, best: least }) {
      best = least;
      await replay(moves);
      now = Math.min(made, now);
      at("ways").hidden = !(engine.directed ?? past[0].pos.moves.some((m) => m.way));
      show("");
    },
    stroke(_cells, down, up) {
      const from = cellAt(pos(), down), to = cellAt(pos(), up), x = up.clientX - down.clientX, y = up.clientY - down.clientY;
      const way = Math.abs(x) > Math.abs(y) ? (x > 0 ? "right" : "left") : (y > 0 ? "down" : "up");
      if (from && to && String(from) !== String(to)) drag(from, to, way);
      else if (Math.hypot(x, y) > 24 && hasWays() && !several) arrow(way);
      else if (from && to) point(from);
    },
    key(e) {
      const act = e.ctrlKey ? { z: e.shiftKey ? redo : undo, Z: redo, y: redo }[e.key]
        : { u: undo, Backspace: undo, r: redo, R: restart, h: hint }[e.key];
      watching++;
      const way = { ArrowUp: "up", ArrowRight: "right", ArrowDown: "down", ArrowLeft: "left" }[e.key];
      if (act) act();
      else if (way && hasWays() && !e.ctrlKey) arrow(way);
      else return false;
      return true;
    },
    leave() { watching++; },
    async watch() {
      const run = ++watching;
      await restart();
      for (const name of level.plan || []) {
        await new Promise((done) => setTimeout(done, 600));
        if (run !== watching) return;
        await guarded(() => advance(pos().moves.find((m) => m.name === name)));
      }
    },
    // sound says whether the puzzle can be solved from a position of the game.
    async sound(i) {
      const p = past[i].pos;
      if (p.goal) return true;
      const { status } = p.lost ? { status: "unsolvable" } : await engine.hint(p);
      return status === "unknown" ? null : status !== "unsolvable";
    },
    worse: (i, j) => i >= j,
    step: (i) => `move ${i}`,
    // degrees are a hint by degrees.
    async degrees() {
      const { status, left, next, message } = await engine.hint(pos()), move = pos().moves.find((m) => m.name === next);
      if (!move) return status === "unsolvable" ? [] : [{ say: message || "No hint is known." }];
      const cells = engine.changed(pos(), await engine.make(pos(), move));
      const far = message || `The goal is ${left} away.`;
      return [...degreesOfMove({ ...move, told: text(move), far, cells }), { act: () => play(move) }];
    },
    save: () => ({ name: plural(now, "move"), at: past.slice(1, now + 1).map((p) => p.move.name) }),
    load: (moves) => guarded(async () => { await replay(moves); show("Back at the save point."); }),
  };
}
