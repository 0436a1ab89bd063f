"use strict";
(async () => {
  const at = id => document.getElementById(id);
  const ways = ["up", "right", "down", "left"];
  const plural = (n, word) => `${n.toLocaleString("en")} ${word}${n == 1 ? "" : "s"}`;

  const sentence = text => text && text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?…]$/.test(text) ? "" : ".");

  // ---- what the page holds ----

  async function unpacked(id) {
    const raw = Uint8Array.from(atob(at(id).textContent.replaceAll("-", "+").replaceAll("_", "/")), c => c.charCodeAt(0));
    return new Response(new Blob([raw]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  }

  // memory keeps the level, the best results and the game in the browser, by the data of the page. Where the browser
  // keeps nothing, as in a sandboxed frame, a reload begins anew.
  const memory = (() => {
    let number = 5381, kept = {};
    for (const c of at("data").textContent) number = (33 * number + c.charCodeAt(0)) >>> 0;
    const name = `pzc-game-${number}`;
    try { kept = JSON.parse(localStorage.getItem(name)) || {}; } catch { /* nothing is kept */ }
    return {
      kept,
      keep: part => { try { localStorage.setItem(name, JSON.stringify(Object.assign(kept, part))); } catch { /* likewise */ } },
    };
  })();

  // graph answers from the positions that the page holds. A key is the number of a position.
  function graph(data) {
    const look = (key, cell) => data.states[key].p.filter(p => data.parts[p].c[0] == cell[0] && data.parts[p].c[1] == cell[1]).join();
    function position(key) {
      const s = data.states[key], l = data.layouts[s.l], moves = [], not = {};
      for (let i = 0; i < (s.e || []).length; i += 4) {
        const [m, to, cost, label] = s.e.slice(i, i + 4);
        moves.push({ name: data.moves[m], way: ways[data.ways[m] - 1], to, cost, label: label < 0 ? "" : data.texts[label] });
      }
      for (let i = 0; i < (s.n || []).length; i += 2) not[ways[s.n[i] - 1]] = data.texts[s.n[i + 1]];
      return {
        key, moves, not, goal: s.g, lost: s.x ? data.texts[s.x - 1] : "", width: l.w, height: l.h, alt: data.texts[s.a],
        parts: s.p.map(p => data.parts[p].s).join(""),
        boards: l.b.map(b => ({ x: b.x, y: b.y, width: b.w, height: b.h, rows: b.r, cols: b.n, caption: b.l })),
      };
    }
    return {
      start: level => position(level.start),
      make: (pos, move) => position(move.to),
      point: (pos, from, to) => {
        const cells = to ? [from, to] : [from];
        return { moves: pos.moves.filter(m => cells.every(c => look(pos.key, c) != look(m.to, c))), why: "" };
      },
      why: async () => "",
    };
  }

  // compiler asks the compiler in the page. A key is the list of moves.
  async function compiler(data) {
    const glue = `onmessage = async e => { const go = new Go(); const { instance } = await WebAssembly.instantiate(e.data, go.importObject); go.run(instance); };`;
    const [exec, wasm] = await Promise.all([unpacked("exec"), unpacked("wasm")]);
    const worker = new Worker(URL.createObjectURL(new Blob([exec, "\n", glue], { type: "text/javascript" })));
    const waiting = new Map();
    let last = 0;
    const ready = new Promise((done, failed) => {
      worker.onerror = e => failed(new Error(e.message));
      worker.onmessage = e => {
        const m = JSON.parse(e.data);
        if (m.method == "ready") return done();
        const wait = waiting.get(m.id);
        if (!wait) return;
        waiting.delete(m.id);
        if (m.error) wait.failed(new Error(m.error.message)); else wait.done(m.result);
      };
    });
    worker.postMessage(wasm, [wasm]);
    await ready;
    const ask = (method, params) => new Promise((done, failed) => {
      waiting.set(++last, { done, failed });
      worker.postMessage(JSON.stringify({ id: last, method, params }));
    });
    const loaded = await ask("load", data.model);
    if (!loaded.ok) throw new Error(loaded.findings[0].message);
    let instance = "";
    async function position(moves) {
      const p = await ask("position", { instance, moves });
      const drawing = new DOMParser().parseFromString(p.svg, "text/html").querySelector("svg");
      const [, , width, height] = drawing.getAttribute("viewBox").split(" ").map(Number);
      return {
        key: moves, goal: p.goal, lost: p.lost || "", not: {}, width, height, parts: drawing.innerHTML, alt: drawing.getAttribute("aria-label"), boards: p.boards,
        moves: p.moves.map(m => ({ name: m.move, way: m.direction, cost: m.cost, label: m.label || "" })),
      };
    }
    return {
      ask,
      start: level => { instance = level.instance; return position([]); },
      make: (pos, move) => position([...pos.key, move.name]),
      point: async (pos, from, to) => {
        const meant = await ask("pointed", { instance, moves: pos.key, from, to });
        const moves = pos.moves.filter(m => meant.moves.includes(m.name));
        let why = "";
        if (!moves.length && meant.refused.length) why = sentence((await ask("refusal", { instance, moves: pos.key, move: meant.refused[0] })).message ?? "not possible");
        return { moves, why };
      },
      why: async (pos, way) => sentence((await ask("refusal", { instance, moves: pos.key, direction: way })).message ?? ""),
      values: async (level, values, press) => {
        const p = await ask("values", { instance: level.instance, values, press });
        const drawing = new DOMParser().parseFromString(p.svg, "text/html").querySelector("svg");
        const [, , width, height] = drawing.getAttribute("viewBox").split(" ").map(Number);
        return { ...p, width, height, parts: drawing.innerHTML, alt: drawing.getAttribute("aria-label") };
      },
    };
  }

  // ---- the board ----

  const svgNS = "http://www.w3.org/2000/svg";
  function draw(p) {
    const svg = document.createElementNS(svgNS, "svg");
    svg.setAttribute("viewBox", `0 0 ${p.width} ${p.height}`);
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", p.alt);
    svg.setAttribute("width", Math.max(1.6 * p.width, 240));
    svg.innerHTML = p.parts; // drawn by pzc: shapes and escaped texts
    at("board").replaceChildren(svg);
    return svg;
  }
  // cellAt is the board and the cell at a point of the screen, undefined outside.
  function cellAt(p, event) {
    const svg = at("board").querySelector("svg"), box = svg.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width * p.width, y = (event.clientY - box.top) / box.height * p.height;
    for (const [i, b] of p.boards.entries()) {
      const col = Math.floor((x - b.x) / b.width), row = Math.floor((y - b.y) / b.height);
      if (col >= 0 && row >= 0 && col < b.cols && row < b.rows) return [i, row * b.cols + col];
    }
  }
  function pointer(board, done) {
    let down = null;
    board.addEventListener("pointerdown", e => { if (e.isPrimary && e.button == 0) down = e; });
    board.addEventListener("pointercancel", () => { down = null; });
    document.addEventListener("pointerup", e => { if (down && e.pointerId == down.pointerId) { const from = down; down = null; done(from, e); } });
  }
  function say(text, won) {
    at("say").textContent = text;
    at("say").classList.toggle("won", !!won);
  }
  // list shows buttons. If the focus was in the list, it stays there.
  function list(items, press, values) {
    const ul = at("list"), before = [...ul.querySelectorAll("button")].indexOf(document.activeElement);
    ul.classList.toggle("values", !!values);
    ul.replaceChildren(...items.map(item => {
      const li = document.createElement("li"), b = document.createElement("button");
      b.type = "button";
      b.textContent = item.text;
      if (item.pressed !== undefined) b.setAttribute("aria-pressed", item.pressed);
      b.onclick = () => press(item);
      li.append(b);
      return li;
    }));
    const all = ul.querySelectorAll("button");
    if (before >= 0) (all[Math.min(before, all.length - 1)] || at("board")).focus();
  }

  // about shows what a player must know: the rules, and the clues of a level.
  function about(data, level) {
    const clues = level.clues || [];
    at("author").textContent = data.author ? `by ${data.author}` : "";
    at("author").hidden = !data.author;
    at("about").hidden = !data.rules && !clues.length;
    at("rules").replaceChildren(...(data.rules || "").split("\n\n").map(text => Object.assign(document.createElement("p"), { textContent: text })));
    at("clues").hidden = !clues.length;
    at("clues").replaceChildren(...clues.map(text => Object.assign(document.createElement("li"), { textContent: text })));
  }

  // ---- a puzzle with moves ----

  async function moving(data, engine) {
    let level = 0, past = [], now = 0, busy = false, watching = 0;
    const best = new Map(memory.kept.best); // by level: the least cost so far
    const pos = () => past[now].pos;
    const cost = () => past.slice(1, now + 1).reduce((sum, p) => sum + p.move.cost, 0);
    const text = m => m.name + (m.label && m.label != m.name ? `  ${m.label}` : "") + (m.cost != 1 ? `  cost ${m.cost}` : "");

    async function guarded(work) {
      if (busy) return;
      busy = true;
      try { await work(); } catch (e) { say(String(e.message || e)); } finally { busy = false; }
    }
    function counted() {
      const l = data.levels[level];
      let words = plural(now, "move");
      if (cost() != now) words += `, cost ${cost()}`;
      if (l.best !== undefined) words += ` · ${l.optimal ? "best possible" : "best known"}: ${l.best}`;
      if (best.has(level)) words += ` · your best: ${best.get(level)}`;
      return words;
    }
    function show(message) {
      const p = pos();
      const svg = draw(p);
      svg.style.touchAction = hasWays() ? "none" : "manipulation";
      if (p.goal && (!best.has(level) || cost() < best.get(level))) best.set(level, cost());
      memory.keep({ level, best: [...best], moves: past.slice(1).map(p => p.move.name), now });
      at("count").textContent = counted();
      at("undo").disabled = now == 0;
      at("redo").disabled = now == past.length - 1;
      at("restart").disabled = now == 0;
      at("next").hidden = !p.goal || level == data.levels.length - 1;
      at("listed").textContent = "Moves";
      const over = p.goal || p.lost;
      list(over ? [] : p.moves.map(move => ({ text: text(move), move })), item => make(item.move));
      if (p.goal) say(`Solved in ${plural(now, "move")}${cost() != now ? `, cost ${cost()}` : ""}.`, true);
      else if (p.lost) say(`${p.lost} Undo, or restart.`);
      else if (!p.moves.length) say("No move is left: undo, or restart.");
      else say(message || "");
    }
    const hasWays = () => !at("ways").hidden;
    // begin shows a level. With moves, they are made, and those after the first are left to redo.
    async function begin(to, moves = [], made = 0) {
      level = to;
      const first = await engine.start(data.levels[level]);
      past = [{ pos: first }];
      for (const name of moves) {
        const before = past.at(-1).pos, move = before.moves.find(m => m.name == name);
        if (!move) break;
        past.push({ pos: await engine.make(before, move), move });
      }
      now = Math.min(made, past.length - 1);
      at("level").value = level;
      about(data, data.levels[level]);
      at("ways").hidden = !(data.ways ? data.ways.some(w => w > 0) : first.moves.some(m => m.way));
      show("");
    }
    const make = move => guarded(async () => {
      const next = await engine.make(pos(), move);
      past = [...past.slice(0, now + 1), { pos: next, move }];
      now++;
      if (next.moves.some(m => m.way)) at("ways").hidden = false;
      show(move.label || move.name);
    });
    function choose(moves, words) {
      at("listed").textContent = words;
      list(moves.map(move => ({ text: text(move), move })), item => make(item.move));
      say(`${words}: choose one.`);
      at("list").querySelector("button").focus();
    }
    const over = () => pos().goal || pos().lost;
    function arrow(way) {
      if (over()) return;
      const can = pos().moves.filter(m => m.way == way);
      if (can.length == 1) return make(can[0]);
      if (can.length > 1) return choose(can, `${can.length} moves lead ${way}`);
      guarded(async () => say(pos().not[way] || await engine.why(pos(), way) || `No move leads ${way} here.`));
    }
    const point = (from, to) => guarded(async () => {
      if (over()) return;
      const meant = await engine.point(pos(), from, to);
      if (meant.moves.length == 1) setTimeout(() => make(meant.moves[0]));
      else if (meant.moves.length > 1) choose(meant.moves, `${meant.moves.length} moves`);
      else say(meant.why || "No move is meant by this cell.");
    });
    const go = to => guarded(async () => { now = Math.max(0, Math.min(past.length - 1, to)); show(""); });

    pointer(at("board"), (down, up) => {
      const from = cellAt(pos(), down), to = cellAt(pos(), up);
      const x = up.clientX - down.clientX, y = up.clientY - down.clientY;
      if (Math.hypot(x, y) > 24 && hasWays()) return arrow(Math.abs(x) > Math.abs(y) ? (x > 0 ? "right" : "left") : (y > 0 ? "down" : "up"));
      if (from && to) point(from, String(from) == String(to) ? undefined : to);
    });
    for (const way of ways) at(way).onclick = () => arrow(way);
    at("undo").onclick = () => go(now - 1);
    at("redo").onclick = () => go(now + 1);
    at("restart").onclick = () => go(0);
    at("next").onclick = () => guarded(() => begin(level + 1));
    at("solution").hidden = !data.levels.some(l => l.plan);
    at("solution").onclick = async () => {
      const run = ++watching;
      await guarded(() => begin(level));
      for (const name of data.levels[level].plan || []) {
        await new Promise(done => setTimeout(done, 600));
        if (run != watching) return;
        await make(pos().moves.find(m => m.name == name));
      }
    };
    document.addEventListener("keydown", e => {
      if (e.ctrlKey || e.altKey || e.metaKey || e.target.closest("input, select")) return;
      watching++;
      const way = { ArrowUp: "up", ArrowRight: "right", ArrowDown: "down", ArrowLeft: "left" }[e.key];
      if (way && hasWays()) arrow(way);
      else if (e.key == "u" || e.key == "Backspace") go(now - 1);
      else if (e.key == "r") go(now + 1);
      else if (e.key == "R") go(0);
      else return;
      e.preventDefault();
    });
    at("keys").textContent = "Keys: arrows move, u undo, r redo, Shift+R restart, Tab and Enter choose a move.";
    return { begin, again: to => begin(to, memory.kept.moves, memory.kept.now) };
  }

  // ---- a puzzle that is filled in ----

  async function forming(data, engine) {
    let level = 0, past = [{}], now = 0, p = null, spot = null, element = "", typed = "", busy = false;
    async function guarded(work) {
      if (busy) return;
      busy = true;
      try { await work(); } catch (e) { say(String(e.message || e)); } finally { busy = false; }
    }
    const find = name => p.elements.find(e => e.name == name);
    function mark(svg, [board, cell], kind) {
      const b = p.boards[board], r = document.createElementNS(svgNS, "rect");
      for (const [k, v] of Object.entries({ x: b.x + (cell % b.cols) * b.width + 2, y: b.y + Math.floor(cell / b.cols) * b.height + 2, width: b.width - 4, height: b.height - 4, class: kind })) r.setAttribute(k, v);
      svg.append(r);
    }
    function show(message) {
      const svg = draw(p);
      svg.style.touchAction = "manipulation";
      p.boards.forEach((b, i) => (b.wrong || []).forEach(cell => mark(svg, [i, cell], "wrong")));
      if (spot) mark(svg, spot, "chosen");
      memory.keep({ level, past: past.slice(-200), now: now - Math.max(0, past.length - 200) });
      at("count").textContent = `${p.elements.length - p.missing} of ${p.elements.length} filled in`;
      at("undo").disabled = now == 0;
      at("redo").disabled = now == past.length - 1;
      at("restart").disabled = !Object.keys(past[now]).length;
      at("next").hidden = !p.solved || level == data.levels.length - 1;
      const e = find(element), shown = spot ? p.boards[spot[0]].shows[spot[1]].filter(find) : [];
      if (e) {
        at("listed").textContent = e.name;
        list([...e.options.map(text => ({ text, pressed: text == e.text })), { text: "none", clear: true, pressed: !e.text }], item => set(e.name, item.clear ? "" : item.text), true);
      } else {
        at("listed").textContent = shown.length ? "This cell shows" : "Choose a cell";
        list(shown.map(name => ({ text: name + (find(name).text ? ` = ${find(name).text}` : ""), name })), item => { element = item.name; show(""); });
      }
      at("element").value = element;
      if (p.solved) say(`Solved${p.cost ? `, value ${p.cost}` : ""}.`, true);
      else if (p.conflicts.length) say(p.conflicts.slice(0, 3).map(c => `Wrong: ${c.message}.`).join("\n") + (p.conflicts.length > 3 ? `\nand ${p.conflicts.length - 3} more` : ""));
      else say(message || "");
    }
    async function ask(values, press) { p = await engine.values(data.levels[level], values, press); }
    async function change(values, press, again) {
      await ask(values, press);
      now += again && now ? 0 : 1;
      past = [...past.slice(0, now), p.values];
      show(element && find(element) ? `${element}: ${find(element).text || "none"}` : "");
    }
    const set = (name, text, again) => guarded(() => {
      const values = { ...past[now] };
      if (text) values[name] = text; else delete values[name];
      return change(values, undefined, again);
    });
    const go = to => guarded(async () => { now = Math.max(0, Math.min(past.length - 1, to)); await ask(past[now]); show(""); });
    function select(to) {
      spot = to;
      typed = "";
      const shown = p.boards[to[0]].shows[to[1]].filter(find);
      element = shown.length == 1 ? shown[0] : "";
      show(element ? `${element}: ${find(element).text || "none"}` : shown.length ? `${shown.length} values` : "This is given.");
    }
    function arrow(rows, cols) {
      if (!spot) return select([Math.max(0, p.boards.findIndex(b => b.shows.some(s => s.length))), 0]);
      const b = p.boards[spot[0]], row = Math.floor(spot[1] / b.cols) + rows, col = spot[1] % b.cols + cols;
      if (row >= 0 && col >= 0 && row < b.rows && col < b.cols) return select([spot[0], row * b.cols + col]);
      for (let k = spot[0] + rows; rows && k >= 0 && k < p.boards.length; k += rows) {
        const c = p.boards[k];
        if (c.shows.some(s => s.length)) return select([k, (rows > 0 ? 0 : c.rows - 1) * c.cols + Math.min(col, c.cols - 1)]);
      }
    }
    function digit(key) {
      const e = find(element);
      if (!e) return;
      for (const text of [typed + key, key]) {
        const again = typed != "" && text != key;
        if (e.options.includes(text)) { typed = text; return set(element, text, again); }
        if (e.options.some(o => o.startsWith(text))) { typed = text; return say(`${element}: ${text}…`); }
      }
      say(`${element} cannot be ${key}.`);
    }
    const press = () => spot && guarded(() => change(past[now], spot));
    async function begin(to, values = [{}], filled = 0) {
      level = to;
      past = values;
      now = filled;
      spot = null;
      element = "";
      await ask(past[now] || {});
      at("level").value = level;
      about(data, data.levels[level]);
      at("element").replaceChildren(new Option("choose …", ""), ...p.elements.map(e => new Option(e.name, e.name)));
      show("");
    }
    pointer(at("board"), (down, up) => {
      const cell = cellAt(p, up);
      if (!cell || busy) return;
      if (String(spot) == String(cell) && element) press(); else select(cell);
    });
    at("undo").onclick = () => go(now - 1);
    at("redo").onclick = () => go(now + 1);
    at("restart").onclick = () => guarded(() => change({}));
    at("next").onclick = () => guarded(() => begin(level + 1));
    at("check").hidden = at("all").hidden = false;
    at("check").onclick = () => guarded(async () => {
      say("Computing …");
      say((await engine.ask("check", { instance: data.levels[level].instance, values: past[now], seconds: 20 })).message);
    });
    at("element").onchange = e => { element = e.target.value; spot = null; typed = ""; show(""); };
    document.addEventListener("keydown", e => {
      if (e.ctrlKey || e.altKey || e.metaKey || e.target.closest("input, select")) return;
      const by = { ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowDown: [1, 0], ArrowLeft: [0, -1] }[e.key];
      if (by) arrow(...by);
      else if (/^[-0-9]$/.test(e.key)) digit(e.key);
      else if (e.key == " " && !e.target.closest("button")) press();
      else if (e.key == "Delete" || e.key == "Backspace" || e.key == "x") { if (element) set(element, ""); }
      else if (e.key == "u") go(now - 1);
      else if (e.key == "r") go(now + 1);
      else return;
      e.preventDefault();
    });
    at("keys").textContent = "Keys: arrows choose a cell, digits or Space fill it in, x clears, u undo, r redo. A second press of a cell takes its next value.";
    return { begin, again: to => begin(to, memory.kept.past, memory.kept.now) };
  }

  // ---- the page ----

  function theme(dark) {
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    at("theme").setAttribute("aria-pressed", dark);
  }
  at("theme").onclick = () => theme(document.documentElement.dataset.theme != "dark");
  theme(matchMedia("(prefers-color-scheme: dark)").matches);
  try {
    const data = JSON.parse(new TextDecoder().decode(await unpacked("data")));
    const engine = data.model ? await compiler(data) : graph(data);
    const { begin, again } = await (data.form ? forming : moving)(data, engine);
    at("level").replaceChildren(...data.levels.map((l, i) => new Option(l.name, i)));
    at("levels").hidden = data.levels.length < 2;
    at("level").onchange = e => begin(+e.target.value).catch(fault => say(fault.message));
    await (data.levels[memory.kept.level] ? again(memory.kept.level) : begin(0));
    document.querySelector("main").hidden = false;
    at("loading").hidden = true;
  } catch (fault) {
    at("loading").textContent = `The game cannot be played here: ${fault.message || fault}`;
  }
})();
