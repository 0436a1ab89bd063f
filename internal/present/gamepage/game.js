"use strict";
(async () => {
  const at = id => document.getElementById(id);
  const ways = ["up", "right", "down", "left"];
  const plural = (n, word) => `${n.toLocaleString("en")} ${word}${n == 1 ? "" : "s"}`;

  const sentence = text => text && text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?…]$/.test(text) ? "" : ".");

  // ---- what the page holds ----

  async function unpacked(id) {
    const text = at(id)?.textContent ?? globalThis.pzcCompiler?.[id];
    if (!text) throw new Error(`the file ${document.querySelector("script[src]")?.getAttribute("src")} is missing beside this page.`);
    const raw = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), c => c.charCodeAt(0));
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
      keep: part => {
        try { localStorage.setItem(name, JSON.stringify(Object.assign(kept, part))); } catch { /* likewise */ }
      },
    };
  })();

  // graph answers from the positions that the page holds. A key is the number of a position.
  function graph(data) {
    const { k: kinds, d: changes, t: back } = data.states;
    const from = [], first = []; // the first position with a move to each position, and the number of its first move
    let moves = 0;
    kinds.forEach((kind, key) => {
      if (key == from.length) from.push(-1); // the start of a level
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
    const look = (key, cell) => drawing(key).filter(p => p >= 0 && data.parts[p].c[0] == cell[0] && data.parts[p].c[1] == cell[1]).join();
    function position(key) {
      const kind = data.kinds[kinds[key]], l = data.layouts[kind.l], moves = [], not = {}, drawn = drawing(key);
      const { e = [], n = [] } = kind;
      for (let i = 0; i < e.length; i += 3) {
        const [m, cost, label] = e.slice(i, i + 3), to = back[first[key] + i / 3];
        moves.push({ name: data.moves[m], way: ways[data.ways[m] - 1], to, cost, label: label < 0 ? "" : data.texts[label] });
      }
      for (let i = 0; i < n.length; i += 2) not[ways[n[i] - 1]] = data.texts[n[i + 1]];
      return {
        key, moves, not, goal: kind.g, lost: kind.x ? data.texts[kind.x - 1] : "", width: l.w, height: l.h,
        alt: drawn.filter(p => p < 0).map(p => data.words[-1 - p]).join(" "),
        parts: drawn.filter(p => p >= 0).map(p => data.parts[p].s).join(""),
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
  // pointer tells where a pointer went down and up. through is told each point where it was meanwhile.
  function pointer(board, done, through = () => {}) {
    let down = null;
    board.addEventListener("pointerdown", e => { if (e.isPrimary && e.button == 0) { down = e; through(e, true); } });
    document.addEventListener("pointermove", e => { if (down && e.pointerId == down.pointerId) through(e, false); });
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
    const holding = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });
    at("rules").replaceChildren(...(data.rules || "").split("\n\n").map(text => holding("p", text)));
    at("clues").hidden = !clues.length;
    at("clues").replaceChildren(...clues.map(text => holding("li", text)));
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

  // The kinds of what a player writes: values, and pencil marks, which nothing is judged by.
  const kinds = ["value", "corner", "centre", "colour", "cross"];
  const colours = ["yellow", "green", "blue", "red", "purple", "grey"];

  async function forming(data, engine) {
    const blank = { values: {}, marks: {} };
    let level = 0, past = [blank], now = 0, p = null, kind = "value", colour = colours[0];
    let spot = null, element = "", typed = "", busy = false;
    async function guarded(work) {
      if (busy) return;
      busy = true;
      try { await work(); } catch (e) { say(String(e.message || e)); } finally { busy = false; }
    }
    const values = () => past[now].values, marks = () => past[now].marks;
    const elements = ([board, cell]) => (p.boards[board].shows[cell] || []).filter(find);
    const find = name => p.elements.find(e => e.name == name);
    function mark(svg, [board, cell], kind) {
      const b = p.boards[board], r = document.createElementNS(svgNS, "rect");
      const x = b.x + (cell % b.cols) * b.width + 2, y = b.y + Math.floor(cell / b.cols) * b.height + 2;
      const all = { x, y, width: b.width - 4, height: b.height - 4, class: kind };
      for (const [k, v] of Object.entries(all)) r.setAttribute(k, v);
      svg.append(r);
    }
    function show(message) {
      const svg = draw(p);
      svg.style.touchAction = "none";
      p.boards.forEach((b, i) => (b.wrong || []).forEach(cell => mark(svg, [i, cell], "wrong")));
      for (const [at, m] of Object.entries(marks())) pencil(svg, at.split(",").map(Number), m);
      if (spot) mark(svg, spot, "chosen");
      memory.keep({ level, line: past.slice(-200), now: now - Math.max(0, past.length - 200) });
      at("count").textContent = `${p.elements.length - p.missing} of ${p.elements.length} filled in`;
      at("undo").disabled = now == 0;
      at("redo").disabled = now == past.length - 1;
      at("restart").disabled = !Object.keys({ ...values(), ...marks() }).length;
      at("next").hidden = !p.solved || level == data.levels.length - 1;
      const e = find(element), shown = spot ? elements(spot) : [];
      for (const b of at("kinds").children) b.setAttribute("aria-pressed", b.textContent.toLowerCase() == kind);
      if (kind != "value") {
        at("listed").textContent = { colour: "Colours", cross: "Crosses" }[kind] || `Marks in the ${kind}`;
        const own = () => [...new Set(shown.flatMap(name => find(name).options))].slice(0, 50);
        const options = kind == "colour" ? colours : kind == "cross" || !spot ? [] : own();
        const has = spot && marks()[spot]?.[kind] || [];
        const pressed = text => kind == "colour" ? text == colour : has.includes(text);
        list(options.map(text => ({ text, pressed: pressed(text) })), item => note(item.text, kind != "colour"), true);
      } else if (e) {
        at("listed").textContent = e.name;
        const items = e.options.map(text => ({ text, pressed: text == e.text }));
        items.push({ text: "none", clear: true, pressed: !e.text });
        list(items, item => set(e.name, item.clear ? "" : item.text), true);
      } else {
        at("listed").textContent = shown.length ? "This cell shows" : "Choose a cell";
        const items = shown.map(name => ({ text: name + (find(name).text ? ` = ${find(name).text}` : ""), name }));
        list(items, item => { element = item.name; show(""); });
      }
      at("element").value = element;
      if (p.solved) say(`Solved${p.cost ? `, value ${p.cost}` : ""}.`, true);
      else if (p.conflicts.length) {
        const more = p.conflicts.length > 3 ? `\nand ${p.conflicts.length - 3} more` : "";
        say(p.conflicts.slice(0, 3).map(c => `Wrong: ${c.message}.`).join("\n") + more);
      }
      else say(message || "");
    }
    async function ask(values, press) { p = await engine.values(data.levels[level], values, press); }
    function push(entry, again) {
      now += again && now ? 0 : 1;
      past = [...past.slice(0, now), entry];
    }
    async function change(values, press, again) {
      await ask(values, press);
      push({ values: p.values, marks: marks() }, again);
      show(element && find(element) ? `${element}: ${find(element).text || "none"}` : "");
    }
    const set = (name, text, again) => guarded(() => {
      const next = { ...values() };
      if (text) next[name] = text; else delete next[name];
      return change(next, undefined, again);
    });
    // pencil draws the marks of a cell. Where all is filled in, only colours and crosses are left.
    function pencil(svg, spot, m) {
      const b = p.boards[spot[0]];
      const x = b.x + (spot[1] % b.cols) * b.width, y = b.y + Math.floor(spot[1] / b.cols) * b.height;
      if (m.colour) mark(svg, spot, `pencil ${m.colour}`);
      if (m.cross) write("✕", x + b.width / 2, y + b.height * .7, "cross", b.height * .55);
      if (elements(spot).every(name => find(name).text)) return;
      if (m.corner) write(m.corner.join(" "), x + b.width * .13, y + b.height * .33, "corner", b.height * .24);
      if (m.centre) write(m.centre.join(""), x + b.width / 2, y + b.height * .65, "centre", b.height * .28);
      function write(text, x, y, kind, size) {
        const t = document.createElementNS(svgNS, "text");
        for (const [k, v] of Object.entries({ x, y, class: `pencil ${kind}`, "font-size": size })) t.setAttribute(k, v);
        t.textContent = text;
        svg.append(t);
      }
    }
    // jot changes the marks of cells: all of them get what the first one has not, or lose what it has.
    function jot(cells, text) {
      const of = m => (m?.[kind] || []), mark = kind == "cross" ? "✕" : text, next = { ...marks() };
      const has = of(next[cells[0]]).includes(mark);
      for (const cell of cells) {
        const m = { ...next[cell] }, others = kind == "colour" ? [] : of(m).filter(t => t != mark);
        m[kind] = has ? others : [...others, mark].sort((a, b) => a - b || (a < b ? -1 : 1));
        if (!m[kind].length) delete m[kind];
        next[cell] = m;
        if (!Object.keys(m).length) delete next[cell];
      }
      push({ values: values(), marks: next });
      show(`${kind} ${kind == "cross" ? "" : text} ${has ? "removed" : "marked"}`.replace("  ", " "));
    }
    // note takes a mark that was chosen or typed. A colour that is chosen waits for cells.
    function note(text, now = true) {
      if (busy) return;
      if (kind == "colour") colour = text;
      if (spot && now) jot([spot], text); else show(kind == "colour" ? `${text}: point at cells` : "Choose a cell.");
    }
    function turn(to) {
      kind = to;
      typed = "";
      const does = {
        value: "Values are filled in.", colour: "Point at cells to colour them.",
        cross: "Point at cells to cross them out.",
      };
      show(does[kind] || `Marks are written into the ${kind}.`);
    }
    const go = to => guarded(async () => {
      now = Math.max(0, Math.min(past.length - 1, to));
      await ask(values());
      show("");
    });
    function select(to) {
      spot = to;
      typed = "";
      const shown = elements(to);
      element = shown.length == 1 ? shown[0] : "";
      const several = shown.length ? `${shown.length} values` : "This is given.";
      const said = element ? `${element}: ${find(element).text || "none"}` : several;
      show([said, ...Object.entries(marks()[to] || {}).map(([kind, list]) => `${kind} ${list.join(" ")}`)].join(", "));
    }
    function arrow(rows, cols) {
      if (!spot) return select([Math.max(0, p.boards.findIndex(b => b.shows.some(s => s.length))), 0]);
      const b = p.boards[spot[0]], row = Math.floor(spot[1] / b.cols) + rows, col = spot[1] % b.cols + cols;
      if (row >= 0 && col >= 0 && row < b.rows && col < b.cols) return select([spot[0], row * b.cols + col]);
      for (let k = spot[0] + rows; rows && k >= 0 && k < p.boards.length; k += rows) {
        const c = p.boards[k];
        const row = rows > 0 ? 0 : c.rows - 1;
        if (c.shows.some(s => s.length)) return select([k, row * c.cols + Math.min(col, c.cols - 1)]);
      }
    }
    function digit(key) {
      if (kind != "value") {
        const options = () => elements(spot).flatMap(name => find(name).options);
        const text = kind == "colour" ? colours[key - 1] : spot && options().find(o => o == key);
        return text ? note(text) : say(`There is no ${kind} ${key} here.`);
      }
      const e = find(element);
      if (!e) return;
      for (const text of [typed + key, key]) {
        const again = typed != "" && text != key;
        if (e.options.includes(text)) { typed = text; return set(element, text, again); }
        if (e.options.some(o => o.startsWith(text))) { typed = text; return say(`${element}: ${text}…`); }
      }
      say(`${element} cannot be ${key}.`);
    }
    const press = () => spot && guarded(() => {
      if (kind == "cross" || kind == "colour") return jot([spot], colour);
      return kind == "value" && change(values(), spot);
    });
    const clear = () => {
      if (kind == "value") return element && set(element, "");
      if (busy || !spot || !marks()[spot]) return;
      const { [spot]: _, ...rest } = marks();
      push({ values: values(), marks: rest });
      show("No marks.");
    };
    // drag takes the cells that a pointer passed. Values that each cell shares with the next change, such as lines. If
    // there are none, the cells get the next value of the first.
    const drag = cells => guarded(async () => {
      if (kind == "cross" || kind == "colour") return jot(cells, colour);
      const between = (c, i) => elements(c).filter(name => elements(cells[i]).includes(name));
      const next = { ...values() }, shared = [...new Set(cells.slice(1).flatMap(between))];
      let names = shared, text = shared.length && find(shared[0]).text == "true" ? "" : "true";
      if (!shared.length) {
        await ask(next, cells[0]);
        names = cells.flatMap(c => elements(c).length == 1 ? elements(c) : []);
        text = p.values[elements(cells[0])[0]] || "";
      } else if (!find(shared[0]).options.includes("true")) {
        const { options, text: old } = find(shared[0]);
        text = options[(options.indexOf(old) + 1) % options.length];
      }
      for (const name of names) {
        if (text == "") delete next[name];
        else if (find(name).options.includes(text)) next[name] = text;
      }
      spot = null;
      element = "";
      await change(next);
    });
    async function begin(to, line = [blank], filled = 0) {
      level = to;
      past = line;
      now = Math.min(filled, past.length - 1);
      spot = null;
      element = "";
      await ask(values());
      at("level").value = level;
      about(data, data.levels[level]);
      at("element").replaceChildren(new Option("choose …", ""), ...p.elements.map(e => new Option(e.name, e.name)));
      show("");
    }
    let passed = [], last = null;
    pointer(at("board"), (down, up) => {
      const cell = cellAt(p, up);
      if (busy || !cell) return;
      if (passed.length > 1) return drag(passed);
      if (kind == "colour" || kind == "cross") return jot([cell], colour);
      if (!elements(cell).length) {
        spot = null;
        element = "";
        show("Nothing is filled in here.");
      } else if (String(spot) == String(cell) && element) press(); else select(cell);
    }, (e, first) => {
      if (first) [passed, last] = [[], e];
      const n = Math.ceil(Math.hypot(e.clientX - last.clientX, e.clientY - last.clientY) / 8) || 1;
      for (let i = 1; i <= n; i++) {
        const along = axis => last[axis] + (e[axis] - last[axis]) * i / n;
        const cell = cellAt(p, { clientX: along("clientX"), clientY: along("clientY") });
        if (cell && String(cell) != String(passed.at(-1))) passed.push(cell);
      }
      last = e;
    });
    at("kinds").hidden = false;
    at("kinds").replaceChildren(...kinds.map(name => Object.assign(document.createElement("button"),
      { type: "button", textContent: name.charAt(0).toUpperCase() + name.slice(1), onclick: () => turn(name) })));
    at("undo").onclick = () => go(now - 1);
    at("redo").onclick = () => go(now + 1);
    at("restart").onclick = () => guarded(async () => { await ask({}); push(blank); show(""); });
    at("next").onclick = () => guarded(() => begin(level + 1));
    at("check").hidden = at("all").hidden = false;
    at("check").onclick = () => guarded(async () => {
      say("Computing …");
      const { instance } = data.levels[level];
      say((await engine.ask("check", { instance, values: values(), seconds: 20 })).message);
    });
    at("element").onchange = e => { element = e.target.value; spot = null; typed = ""; show(""); };
    document.addEventListener("keydown", e => {
      if (e.ctrlKey || e.altKey || e.metaKey || e.target.closest("input, select")) return;
      const by = { ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowDown: [1, 0], ArrowLeft: [0, -1] }[e.key];
      if (by) arrow(...by);
      else if (/^[-0-9]$/.test(e.key)) digit(e.key);
      else if (e.key == " " && !e.target.closest("button")) press();
      else if (e.key == "Delete" || e.key == "Backspace" || e.key == "x") clear();
      else if (e.key == "m") turn(kinds[(kinds.indexOf(kind) + 1) % kinds.length]);
      else if (e.key == "u") go(now - 1);
      else if (e.key == "r") go(now + 1);
      else return;
      e.preventDefault();
    });
    at("keys").textContent = "Keys: arrows choose a cell, digits or Space fill it in, x clears, m pencil marks, " +
      "u undo, r redo. A drag draws lines and fills cells. A second press of a cell takes its next value.";
    return { begin, again: to => begin(to, memory.kept.line, memory.kept.now) };
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
