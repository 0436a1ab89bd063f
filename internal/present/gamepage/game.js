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

  // memory keeps what is played in the browser, by the data of the page: a game for each level, so that tabs with
  // different levels do not disturb each other, the level, and what the player chose for all pages. Where the browser
  // keeps nothing, as in a sandboxed frame, a reload begins anew.
  const memory = (() => {
    let number = 5381;
    const here = {};
    for (const c of at("data").textContent) number = (33 * number + c.charCodeAt(0)) >>> 0;
    const name = `pzc-game-${number}`, all = "pzc-game-options";
    const read = key => { try { return JSON.parse(localStorage.getItem(key)) || {}; } catch { return here[key] || {}; } };
    const write = (key, value) => { here[key] = value; try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* nothing is kept */ } };
    return {
      game: level => read(`${name}-${level}`),
      keep: (level, part) => {
        const old = read(`${name}-${level}`);
        write(`${name}-${level}`, { ...old, ...part, solved: part.solved || old.solved });
        write(name, { level });
      },
      get level() { return read(name).level || 0; },
      get chosen() { return read(all); },
      choose: part => write(all, { ...read(all), ...part }),
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
  function say(text, won) {
    at("say").textContent = called(text);
    at("say").classList.toggle("won", !!won);
  }
  // list shows buttons in a place. If the focus was there, it stays.
  function list(items, press, ul = at("list")) {
    const before = [...ul.querySelectorAll("button")].indexOf(document.activeElement);
    ul.replaceChildren(...items.map(item => {
      const li = document.createElement("li"), b = document.createElement("button");
      b.type = "button";
      b.textContent = item.text;
      if (item.pressed !== undefined) b.setAttribute("aria-pressed", Boolean(item.pressed));
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
    let best; // the least cost of this level so far
    let several = false; // at some position several moves led in one direction: pieces are dragged, not the board swiped
    const pos = () => past[now].pos;
    const cost = () => past.slice(1, now + 1).reduce((sum, p) => sum + p.move.cost, 0);
    const text = m => m.name + (m.label && m.label != m.name ? `  ${called(m.label)}` : "") + (m.cost != 1 ? `  cost ${m.cost}` : "");

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
      if (best !== undefined) words += ` · your best: ${best}`;
      return words;
    }
    function show(message) {
      const p = pos();
      const svg = draw(p);
      svg.style.touchAction = "pinch-zoom";
      if (p.goal) best = Math.min(best ?? Infinity, cost());
      several ||= ways.some(way => p.moves.filter(m => m.way == way).length > 1);
      memory.keep(level, { best, moves: past.slice(1).map(p => p.move.name), now, solved: p.goal });
      mark(level);
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
    // begin shows a level as it was left: moves are made again, and those that were undone are left to redo.
    async function begin(to) {
      const { moves = [], now: made = 0, best: least } = memory.game(to);
      [level, best] = [to, least];
      const first = await engine.start(data.levels[level]);
      past = [{ pos: first }];
      for (const name of moves) {
        const before = past.at(-1).pos, move = before.moves.find(m => m.name == name);
        if (!move) break;
        past.push({ pos: await engine.make(before, move), move });
      }
      now = Math.min(made, past.length - 1);
      about(data, data.levels[level]);
      at("ways").hidden = !(data.ways ? data.ways.some(w => w > 0) : first.moves.some(m => m.way));
      show("");
    }
    async function advance(move) {
      const next = await engine.make(pos(), move);
      past = [...past.slice(0, now + 1), { pos: next, move }];
      now++;
      if (next.moves.some(m => m.way)) at("ways").hidden = false;
      show(move.label || move.name);
    }
    const make = move => guarded(() => advance(move));
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
    const point = from => guarded(async () => {
      if (over()) return;
      const meant = await engine.point(pos(), from);
      if (meant.moves.length == 1) await advance(meant.moves[0]);
      else if (meant.moves.length > 1) choose(meant.moves, `${meant.moves.length} moves`);
      else say(meant.why || "No move is meant by this cell.");
    });
    const go = to => guarded(async () => { now = Math.max(0, Math.min(past.length - 1, to)); show(""); });

    // drag moves what lies on a cell to another one: at once, or from cell to cell.
    const drag = (from, to, way) => guarded(async () => {
      const start = now, cols = pos().boards[from[0]].cols, far = [0, 0];
      if (over()) return;
      if (from[0] == to[0]) [far[0], far[1]] = [Math.trunc(to[1] / cols) - Math.trunc(from[1] / cols), to[1] % cols - from[1] % cols];
      const step = Math.abs(far[0]) > Math.abs(far[1]) ? cols * Math.sign(far[0]) : Math.sign(far[1]);
      let meant = await engine.point(pos(), from, to);
      for (let cell = from; meant.moves.length != 1 && String(cell) != String(to); cell = [cell[0], cell[1] + step]) {
        const along = (await engine.point(pos(), cell, [cell[0], cell[1] + step])).moves, own = (await engine.point(pos(), cell)).moves;
        const moves = along.length == 1 ? along : (along.length ? along : own).filter(m => m.way == way);
        if (moves.length != 1) {
          if (now == start) meant = moves.length ? { moves } : meant;
          break;
        }
        await advance(moves[0]);
        if (over() || Math.abs(cell[1] + step - to[1]) >= Math.abs(cell[1] - to[1])) break;
      }
      if (now > start) return;
      if (meant.moves.length == 1) return advance(meant.moves[0]);
      if (meant.moves.length > 1) return choose(meant.moves, `${meant.moves.length} moves`);
      return hasWays() && !several ? setTimeout(() => arrow(way)) : say(meant.why || "No move does this.");
    });
    pointer(at("board"), e => cellAt(pos(), e), (_cells, down, up) => {
      const from = cellAt(pos(), down), to = cellAt(pos(), up), x = up.clientX - down.clientX, y = up.clientY - down.clientY;
      const way = Math.abs(x) > Math.abs(y) ? (x > 0 ? "right" : "left") : (y > 0 ? "down" : "up");
      if (from && to && String(from) != String(to)) drag(from, to, way);
      else if (Math.hypot(x, y) > 24 && hasWays() && !several) arrow(way);
      else if (from && to) point(from);
    });
    for (const way of ways) at(way).onclick = () => arrow(way);
    at("undo").onclick = () => go(now - 1);
    at("redo").onclick = () => go(now + 1);
    at("restart").onclick = () => go(0);
    at("next").onclick = () => enter(level + 1);
    at("solution").hidden = !data.levels.some(l => l.plan);
    at("solution").onclick = async () => {
      const run = ++watching;
      await go(0);
      for (const name of data.levels[level].plan || []) {
        await new Promise(done => setTimeout(done, 600));
        if (run != watching) return;
        await make(pos().moves.find(m => m.name == name));
      }
    };
    document.addEventListener("keydown", e => {
      if (e.altKey || e.metaKey || e.target.closest("input, select")) return;
      const done = e.ctrlKey && { z: () => go(now - (e.shiftKey ? -1 : 1)), Z: () => go(now + 1), y: () => go(now + 1) }[e.key];
      if (done) { e.preventDefault(); return done(); }
      if (e.ctrlKey) return;
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
    return { begin };
  }

  // ---- a puzzle that is filled in ----

  async function forming(data, engine) {
    const blank = { values: {}, marks: {} };
    let level = 0, past = [blank], now = 0, p = null, busy = false, asked = false;
    async function guarded(work) {
      if (busy) return;
      busy = true;
      try { await work(); } catch (e) { say(String(e.message || e)); } finally { busy = false; }
    }
    const host = {
      get position() { return p; },
      get values() { return past[now].values; },
      get marks() { return past[now].marks; },
      set: (values, marks, again) => change(values, marks, again),
      press: cell => change(host.values, host.marks, false, cell),
      undo: () => go(now - 1), redo: () => go(now + 1), say, told: say, draw: () => show(""),
    };
    const pen = new Fill(host);
    function frame(svg, [board, cell], kind) {
      const b = p.boards[board], r = document.createElementNS(svgNS, "rect");
      const x = b.x + (cell % b.cols) * b.width + 2, y = b.y + Math.floor(cell / b.cols) * b.height + 2;
      for (const [k, v] of Object.entries({ x, y, width: b.width - 4, height: b.height - 4, class: kind })) r.setAttribute(k, v);
      svg.append(r);
    }
    function show(message) {
      const svg = draw(p), checks = at("checks").value, judged = checks == "once" || asked && checks == "asked";
      svg.style.touchAction = "pinch-zoom";
      if (judged) p.boards.forEach((b, i) => (b.wrong || []).forEach(cell => frame(svg, [i, cell], "wrong")));
      pencil(svg, p, host.marks);
      for (const cell of pen.chosen) frame(svg, cell, "chosen");
      memory.keep(level, { line: past.slice(-200), now: now - Math.max(0, past.length - 200), solved: p.solved });
      mark(level);
      at("count").textContent = `${p.elements.length - p.missing} of ${p.elements.length} filled in`;
      at("undo").disabled = now == 0;
      at("redo").disabled = now == past.length - 1;
      at("restart").disabled = !Object.keys({ ...host.values, ...host.marks }).length;
      at("next").hidden = !p.solved || level == data.levels.length - 1;
      for (const b of at("kinds").children) b.setAttribute("aria-pressed", b.textContent.toLowerCase() == pen.kind);
      pad();
      if (p.solved) say(`Solved${p.cost ? `, value ${p.cost}` : ""}.`, true);
      else if (judged && p.conflicts.length) {
        const told = [...new Set(p.conflicts.map(c => c.said ? `Wrong: ${c.message}.` : "A rule is broken here."))];
        say(told.slice(0, 3).join("\n") + (told.length > 3 ? `\nand ${told.length - 3} more` : ""));
      } else say(message || "");
    }
    // pad shows what can be written into the chosen cells.
    function pad() {
      const { chosen, kind, spot, targets } = pen, marks = spot && host.marks[spot] || {};
      const options = () => [...new Set(targets.flatMap(e => e.options))].slice(0, 60);
      const pressed = test => text => ({ text, pressed: test(text) });
      let items = [], does = () => {};
      if (kind == "colour") {
        items = colours.map(pressed(text => text == pen.colour));
        does = item => { pen.colour = item.text; show(`${item.text}: point at cells`); };
      } else if (kind == "corner" || kind == "centre") {
        items = options().map(pressed(text => (marks[kind] || []).includes(text)));
        does = item => pen.mark(chosen, kind, item.text);
      } else if (kind == "value" && targets.length) {
        items = [...options().map(pressed(text => targets.length == 1 && text == targets[0].text)), { text: "clear", clear: true }];
        does = item => item.clear ? pen.clear() : pen.write(pen.targets, item.text);
      } else if (kind == "value" && chosen.length == 1) {
        items = pen.at(spot).map(e => ({ text: called(e.label) + (e.text ? ` = ${e.text}` : ""), name: e.name }));
        does = item => pen.select(chosen, item.name);
      }
      list(items, does, at("pad"));
      at("element").value = pen.element;
    }
    async function ask(values, press) { p = await engine.values(data.levels[level], values, press); }
    const change = (values, marks, again, press) => guarded(async () => {
      asked = false;
      await ask(values, press);
      const entry = { values: press ? p.values : values, marks };
      now += again && now ? 0 : 1;
      past = [...past.slice(0, now), entry];
      show("");
    });
    const go = to => guarded(async () => {
      now = Math.max(0, Math.min(past.length - 1, to));
      await ask(host.values);
      show("");
    });
    async function begin(to) {
      level = to;
      ({ line: past = [blank], now = 0 } = memory.game(level));
      now = Math.min(now, past.length - 1);
      pen.forget();
      asked = false;
      await ask(host.values);
      about(data, data.levels[level]);
      at("element").replaceChildren(new Option("choose …", ""), ...p.elements.map(e => new Option(called(e.label), e.name)));
      show("");
    }
    pointer(at("board"), e => cellAt(p, e), (cells, _from, _to, other) => { if (!busy && cells.length) pen.stroke(cells, other); });
    at("kinds").hidden = at("options").hidden = false;
    at("kinds").replaceChildren(...kinds.map(name => Object.assign(document.createElement("button"),
      { type: "button", textContent: name.charAt(0).toUpperCase() + name.slice(1), onclick: () => pen.turn(name) })));
    at("undo").onclick = host.undo;
    at("redo").onclick = host.redo;
    at("restart").onclick = () => change({}, {});
    at("next").onclick = () => enter(level + 1);
    at("check").hidden = at("all").hidden = false;
    at("check").onclick = () => guarded(async () => {
      say("Computing …");
      const { instance } = data.levels[level];
      const answer = (await engine.ask("check", { instance, values: host.values, seconds: 20 })).message;
      asked = true;
      show(answer);
    });
    at("checks").onchange = () => { memory.choose({ checks: at("checks").value }); show(""); };
    at("checks").value = memory.chosen.checks || "once";
    at("element").onchange = e => {
      const name = e.target.value;
      const board = p.boards.findIndex(b => b.shows?.some(s => s?.includes(name)));
      pen.select(board < 0 ? [] : [[board, p.boards[board].shows.findIndex(s => s?.includes(name))]], name);
    };
    document.addEventListener("keydown", e => {
      if (e.target.closest("input, select") || e.key == " " && e.target.closest("button")) return;
      if (pen.key(e)) e.preventDefault();
    });
    at("keys").textContent = "Keys: arrows choose a cell (Shift: more cells), digits and letters fill it in, Space takes the next value, " +
      "Backspace clears, x crosses out, Shift or Ctrl with a digit writes into the corner or the centre, m changes what is written, u undo, r redo. " +
      "The right button or a long press writes the opposite.";
    return { begin };
  }

  // ---- the page ----

  function named(like) {
    at("cells").value = like;
    nameCells(like);
  }

  function theme(dark) {
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    at("theme").textContent = dark ? "Light" : "Dark";
  }
  at("theme").onclick = () => theme(document.documentElement.dataset.theme != "dark");
  theme(matchMedia("(prefers-color-scheme: dark)").matches);
  let begin, data;
  // mark says in the list of levels that a level was solved.
  function mark(i) {
    const { solved, best } = memory.game(i);
    at("level").options[i].textContent = data.levels[i].name + (solved ? ` ✓${best === undefined ? "" : ` ${best}`}` : "");
  }
  async function enter(level) {
    at("level").value = level;
    try { await begin(level); } catch (fault) { say(fault.message); }
  }
  try {
    data = JSON.parse(new TextDecoder().decode(await unpacked("data")));
    const engine = data.model ? await compiler(data) : graph(data);
    ({ begin } = await (data.form ? forming : moving)(data, engine));
    at("level").replaceChildren(...data.levels.map((l, i) => new Option(l.name, i)));
    data.levels.forEach((_, i) => mark(i));
    at("levels").hidden = data.levels.length < 2;
    named(memory.chosen.cells || data.cells || "r1c1");
    at("cells").onchange = () => {
      memory.choose({ cells: at("cells").value });
      named(at("cells").value);
      enter(+at("level").value);
    };
    at("level").onchange = e => enter(+e.target.value);
    const last = data.levels[memory.level] ? memory.level : 0;
    at("level").value = last;
    await begin(last);
    document.querySelector("main").hidden = false;
    at("loading").hidden = true;
  } catch (fault) {
    at("loading").textContent = `The game cannot be played here: ${fault.message || fault}`;
  }
})();
