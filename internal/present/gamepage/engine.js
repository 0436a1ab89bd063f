// Who answers what a player does: the positions that the page holds, or the compiler in the page.

// packed is what a place of the page holds, or the script beside the page.
function packed(id) {
  const text = at(id)?.textContent ?? globalThis.pzcCompiler?.[id];
  if (!text) throw new Error(`the file ${document.querySelector("script[src]")?.getAttribute("src")} is missing beside this page.`);
  return text;
}
async function unpacked(id) {
  const raw = Uint8Array.from(atob(packed(id).replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  return new Response(new Blob([raw]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

// graph answers from the positions that the page holds. A key is the number of a position.
function graph(data) {
  const { k: kinds, d: changes, t: back } = data.states;
  const from = [], first = []; // the first position with a move to each position, and the number of its first move
  let moves = 0;
  kinds.forEach((kind, key) => {
    if (key === from.length) from.push(-1); // the start of a level
    first.push(moves);
    const last = moves + (data.kinds[kind].e || []).length / 3;
    for (; moves < last; moves++) {
      if (back[moves]) back[moves] = from.length - back[moves]; else back[moves] = from.push(key) - 1;
    }
  });
  // drawing returns the parts of a position, and words.
  function drawing(key) {
    const way = [], out = [];
    for (; key >= 0; key = from[key]) way.push(data.changes[changes[key]]);
    for (const change of way.reverse()) {
      for (let i = 0, at = 0; i < change.length; i += 3 + change[i + 2]) {
        at += change[i];
        out.splice(at, change[i + 1], ...change.slice(i + 3, i + 3 + change[i + 2]));
        at += change[i + 2];
      }
    }
    return out;
  }
  const looks = (key) => {
    const cells = new Map();
    for (const p of drawing(key)) if (p >= 0) cells.set(String(data.parts[p].c), `${cells.get(String(data.parts[p].c))} ${p}`);
    return cells;
  };
  function position(key) {
    const kind = data.kinds[kinds[key]], l = data.layouts[kind.l], moves = [], not = {}, drawn = drawing(key);
    const { e = [], n = [] } = kind;
    for (let i = 0; i < e.length; i += 3) {
      const [m, cost, label] = e.slice(i, i + 3), to = back[first[key] + i / 3];
      moves.push({ name: data.moves[m], way: directions[data.ways[m] - 1], to, cost, label: label < 0 ? "" : data.texts[label] });
    }
    for (let i = 0; i < n.length; i += 2) not[directions[n[i] - 1]] = data.texts[n[i + 1]];
    return {
      key, moves, not, goal: kind.g, lost: kind.x ? data.texts[kind.x - 1] : "", width: l.w, height: l.h,
      alt: drawn.filter((p) => p < 0).map((p) => data.words[-1 - p]).join(" "),
      parts: drawn.filter((p) => p >= 0).map((p) => data.parts[p].s).join(""),
      boards: l.b.map((b) => ({ x: b.x, y: b.y, width: b.w, height: b.h, rows: b.r, cols: b.n, caption: b.l })),
    };
  }
  return {
    directed: data.ways?.some((w) => w > 0),
    start: (level) => position(level.start),
    make: (pos, move) => position(move.to),
    point: (pos, from, to) => {
      const before = looks(pos.key), cells = (to ? [from, to] : [from]).map(String);
      const changes = (m) => { const after = looks(m.to); return cells.every((c) => before.get(c) !== after.get(c)); };
      return { moves: pos.moves.filter(changes), why: "" };
    },
    why: async () => "",
    changed: (pos, next) => {
      const [before, after] = [looks(pos.key), looks(next.key)];
      return [...new Set([...before.keys(), ...after.keys()])].filter((c) => before.get(c) !== after.get(c)).map((c) => c.split(",").map(Number))
        .filter(([board]) => board >= 0);
    },
    // hint finds a cheapest way to a goal (Dijkstra 1959): positions by what they cost.
    hint: async (pos) => {
      const left = [[pos.key]], came = new Map(), done = new Set();
      for (let cost = 0; cost < left.length; cost++) {
        for (const key of left[cost] ?? []) {
          if (done.has(key)) continue;
          done.add(key);
          const { e = [], g } = data.kinds[kinds[key]];
          if (g) {
            let next = key, move;
            while (next !== pos.key) [next, move] = came.get(next);
            return { status: "solved", left: cost, next: data.moves[move] };
          }
          for (let i = 0; i < e.length; i += 3) {
            const to = back[first[key] + i / 3], sum = cost + e[i + 1], known = came.get(to);
            if (done.has(to) || known && known[2] <= sum) continue;
            came.set(to, [key, e[i], sum]);
            (left[sum] ??= []).push(to);
          }
        }
      }
      return { status: "unsolvable" };
    },
  };
}

// compiler asks the compiler in the page. It is started for the first puzzle that needs it, and knows one game at a time.
const compiler = (() => {
  const glue = "onmessage = async e => { const go = new Go(); go.run(await WebAssembly.instantiate(e.data, go.importObject)); };";
  let parts, running = null, loaded = null, last = 0;
  const waiting = new Map();
  async function start() {
    parts ??= Promise.all([unpacked("exec"), unpacked("wasm").then((wasm) => WebAssembly.compile(wasm))]);
    const [exec, module] = await parts;
    const worker = new Worker(URL.createObjectURL(new Blob([exec, "\n", glue], { type: "text/javascript" })));
    await new Promise((done, failed) => {
      worker.onerror = (e) => failed(new Error(e.message));
      worker.onmessage = (e) => {
        const m = JSON.parse(e.data), wait = waiting.get(m.id);
        if (m.method === "ready") done();
        if (!wait) return;
        waiting.delete(m.id);
        if (m.error) wait.failed(new Error(m.error.message)); else wait.done(m.result);
      };
      worker.postMessage(module);
    });
    return worker;
  }
  async function ask(game, method, params) {
    const starting = running ??= start(), worker = await starting;
    if (running !== starting) throw new Error("Stopped.");
    const post = (method, params) => new Promise((done, failed) => {
      waiting.set(++last, { done, failed });
      worker.postMessage(JSON.stringify({ id: last, method, params }));
    });
    if (loaded !== game) {
      loaded = game;
      const answer = await post("load", game.model);
      if (!answer.ok) throw new Error(answer.findings[0].message);
    }
    return post(method, params);
  }
  // stop ends what the compiler does, at once.
  async function stop() {
    const stopped = [...waiting.values()], worker = running;
    if (stopped.length === 0) return;
    waiting.clear();
    running = loaded = null;
    (await worker).terminate();
    for (const wait of stopped) wait.failed(new Error("Stopped."));
  }
  return { ask, stop };
})();

// compiled answers by the compiler for one level. A key is the list of moves.
function compiled(game, { instance }) {
  const ask = (method, params) => compiler.ask(game, method, { instance, ...params });
  async function position(moves) {
    const p = await ask("position", { moves });
    return {
      key: moves, goal: p.goal, lost: sentence(p.lost || ""), not: {}, boards: p.boards, ...drawingOf(p.svg),
      moves: p.moves.map((m) => ({ name: m.move, way: m.direction, cost: m.cost, label: m.label || "" })),
    };
  }
  return {
    ask,
    start: () => position([]),
    make: (pos, move) => position([...pos.key, move.name]),
    point: async (pos, from, to) => {
      const meant = await ask("pointed", { moves: pos.key, from, to });
      const moves = pos.moves.filter((m) => meant.moves.includes(m.name));
      let why = "";
      if (!moves.length && meant.refused.length) why = sentence((await ask("refusal", { moves: pos.key, move: meant.refused[0] })).message ?? "not possible");
      return { moves, why };
    },
    why: async (pos, way) => sentence((await ask("refusal", { moves: pos.key, direction: way })).message ?? ""),
    changed: changedCells,
    hint: (pos) => ask("hint", { moves: pos.key, seconds: 20 }),
    values: async (values, press) => {
      const p = await ask("values", { values, press });
      return { ...p, ...drawingOf(p.svg) };
    },
  };
}
