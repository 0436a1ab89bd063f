// forming plays a level of a puzzle that is filled in.
function forming(level, engine) {
  const blank = { values: {}, marks: {} };
  let past = [blank], now = 0, p = null, best, asked = false;
  let later = 0, strokes = Promise.resolve();
  const entry = () => past[now];
  const host = {
    get position() { return p; },
    get values() { return entry().values; },
    get marks() { return entry().marks; },
    set: (values, marks, again) => change({ ...entry(), values, marks }, again),
    press: (cell) => press(cell),
    undo: () => go(now - 1), redo: () => go(now + 1), say, told: say, draw: () => show(""),
  };
  const pen = new Fill(host);
  const cellsOf = (...names) => cellsThat(p.boards, names);

  function show(message, cells = [], since = []) {
    const svg = draw(p), checks = at("checks").value, judged = checks === "once" || asked && checks === "asked";
    for (const cell of cellsOf(...tried(entry()))) frame(svg, p, cell, "tried");
    if (judged) p.boards.forEach((b, i) => (b.wrong || []).forEach((cell) => frame(svg, p, [i, cell], "wrong")));
    pencil(svg, p, host.marks);
    for (const cell of since) frame(svg, p, cell, "tried");
    for (const cell of cells) frame(svg, p, cell, "hint");
    for (const cell of pen.chosen) frame(svg, p, cell, "chosen");
    if (p.solved && p.cost) best = level.most ? Math.max(best ?? -Infinity, p.cost) : Math.min(best ?? Infinity, p.cost);
    shown({
      state: { line: past.slice(-200), now: now - Math.max(0, past.length - 200) }, begun: past.length > 1, solved: p.solved, best,
      count: p.count, undo: now > 0, redo: now < past.length - 1,
      restart: Object.keys({ ...host.values, ...host.marks }).length > 0,
    });
    at("try").hidden = Boolean(entry().sure);
    at("keep").hidden = at("drop").hidden = !entry().sure;
    for (const b of at("kinds").children) b.setAttribute("aria-pressed", b.textContent.toLowerCase() === pen.kind);
    pad();
    if (p.solved) say(`Solved${p.cost ? `, value ${p.cost}` : ""}.`, true);
    else if (judged && !message && p.conflicts.length) {
      const told = [...new Set(p.conflicts.map((c) => c.said ? `Wrong: ${c.message}.` : "A rule is broken here."))];
      say(told.slice(0, 3).join("\n") + (told.length > 3 ? `\nand ${told.length - 3} more` : ""));
    } else say(message || "");
  }
  // pad shows what can be written into the chosen cells.
  function pad() {
    const { chosen, kind, spot, targets } = pen, marks = spot && host.marks[spot] || {};
    const options = () => [...new Set(targets.flatMap((e) => e.options))].slice(0, 100);
    const pressed = (test) => (text) => ({ text, pressed: test(text) });
    let items = [], does = () => {};
    if (kind === "colour") {
      items = colours.map(pressed((text) => text === pen.colour));
      does = (item) => { pen.colour = item.text; show(`${item.text}: point at cells`); };
    } else if (kind === "corner" || kind === "centre") {
      items = options().map(pressed((text) => (marks[kind] || []).includes(text)));
      does = (item) => pen.mark(chosen, kind, item.text);
    } else if (kind === "value" && targets.length) {
      items = [...options().map(pressed((text) => targets.length === 1 && text === targets[0].text)), { text: "clear", clear: true }];
      does = (item) => item.clear ? pen.clear() : pen.write(pen.targets, item.text);
    } else if (kind === "value" && chosen.length === 1) {
      items = pen.at(spot).map((e) => ({ text: called(e.label) + (e.text ? ` = ${e.text}` : ""), name: e.name }));
      does = (item) => pen.select(chosen, item.name);
    }
    list(items, does, at("pad"));
    at("element").value = pen.element;
  }
  async function ask(values, press) {
    const position = await engine.values(values, press);
    clearTimeout(later);
    if (position.judge) later = setTimeout(judge, 150, position);
    return position;
  }
  // judge asks a solver about what only a solver can tell, when nothing was changed for a moment.
  async function judge(of) {
    const said = await engine.ask("judge", { values: of.values, seconds: 5 }).catch(() => null);
    if (p !== of || !said || !said.solved && !said.conflicts.length) return;
    p = judged(of, said);
    show("");
  }
  const refresh = () => guarded(async () => {
    p = await ask(host.values);
    show("");
  });
  function enter(next, again) {
    asked = false;
    now += again && now ? 0 : 1;
    past = [...past.slice(0, now), next];
  }
  function change(next, again) {
    enter(next, again);
    return refresh();
  }
  // press gives a cell its next value. It is asked again if something was written in the meantime.
  const press = (cell) => guarded(async () => {
    let before, pressed;
    do {
      before = entry();
      pressed = await ask(before.values, cell);
    } while (before !== entry());
    p = pressed;
    enter({ ...before, values: p.values });
    show("");
  });
  function go(to) {
    now = Math.max(0, Math.min(past.length - 1, to));
    return refresh();
  }

  return {
    form: true,
    keys: "Keys: arrows choose a cell (Shift: more cells), digits and letters fill it in, Space takes the next value, " +
      "Backspace clears, x crosses out, Shift or Ctrl with a digit writes into the corner or the centre, m changes what is written, " +
      "u undo, r redo, h hint, t try. The right button or a long press writes the opposite.",
    show, pen, go,
    get now() { return now; },
    get position() { return p; },
    async begin({ line = [blank], now: made = 0, best: reached }) {
      [past, now, best] = [line, Math.min(made, line.length - 1), reached];
      p = await ask(host.values);
      at("element").replaceChildren(new Option("choose …", ""), ...p.elements.map((e) => new Option(called(e.label), e.name)));
      show("");
    },
    stroke(cells, _from, _to, other) {
      if (cells.length) strokes = strokes.then(() => pen.stroke(cells, other)).catch((e) => say(String(e.message || e)));
    },
    leave() { clearTimeout(later); },
    undo: host.undo, redo: host.redo, restart: () => change(blank),
    key(e) {
      if (e.key === " " && e.target.closest("button")) return false;
      if (pen.key(e)) return true;
      const act = e.ctrlKey || e.altKey || e.metaKey ? undefined : { h: hint, t: () => (entry().sure ? this.keep() : this.attempt()) }[e.key];
      act?.();
      return Boolean(act);
    },
    select(name) {
      const [cell] = cellsOf(name);
      pen.select(cell ? [cell] : [], name);
    },
    redraw: () => show(""),
    // attempt begins to try: values are told apart until they are kept, or dropped.
    async attempt() {
      await change({ ...entry(), sure: host.values });
      say("What is filled in now is only tried: keep it, or drop it.");
    },
    keep: () => change({ ...entry(), sure: undefined }),
    drop: () => change({ ...entry(), values: entry().sure, sure: undefined }),
    asked() { asked = true; },
    async sound(i) { return (await engine.ask("check", { values: past[i].values, seconds: 20 })).solvable; },
    worse: (i, j) => holds(past[i].values, past[j].values),
    step: (i) => `step ${i}`,
    // degrees are a hint by degrees.
    async degrees() {
      const a = await engine.ask("next", { values: host.values, seconds: 20 });
      if (!a.element) return a.wrong ? [] : [{ say: a.message }];
      return [...degreesOf(a, p), { act: () => pen.write([pen.find(a.element)], a.text) }];
    },
    save: () => ({ name: p.count, at: entry() }),
    load: (saved) => change(saved),
  };
}
