// The page: a collection of levels with what was reached, and the level that is played.

// memory keeps in the browser what is played: a game for each level, whatever page it is on, so that tabs with different
// levels do not disturb each other, and what the player chose for all pages. Where the browser keeps nothing, as in a
// sandboxed frame, a reload begins anew.
const memory = (() => {
  const here = {}, all = "pzc-game-options";
  const read = (key) => { try { return JSON.parse(localStorage.getItem(key)) || {}; } catch { return here[key] || {}; } };
  const write = (key, value) => { here[key] = value; try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* nothing is kept */ } };
  return {
    game: (level) => read(level.key),
    keep: (level, part) => {
      const old = read(level.key);
      write(level.key, { ...old, ...part, solved: part.solved || old.solved });
    },
    get chosen() { return read(all); },
    choose: (part) => write(all, { ...read(all), ...part }),
  };
})();

let book, levels = []; // what the page holds; its levels, each with its game
let level = null, player = null; // what is played; null: the collection is shown
let seconds = 0; // that this level was played
let hints = [], degree = 0; // the degrees of the last hint, and how many were told
let sound = -1; // the last position from which the puzzle could be solved, if one was asked for

// guarded does one thing after the other, so that no key and no tap is lost. What lasts can be stopped.
let line = Promise.resolve(), visit = 0;
function guarded(work) {
  const mine = visit;
  line = line.then(async () => {
    if (mine !== visit) return;
    const patience = setTimeout(() => { at("stop").hidden = false; }, 800);
    try { await work(); } catch (e) { if (mine === visit) say(String(e.message || e)); }
    clearTimeout(patience);
    if (mine === visit) at("stop").hidden = true;
  });
  return line;
}

// shown keeps the state of the level that a player has shown, and says it beside the board.
function shown({ state, begun, solved, best, count, undo, redo, restart }) {
  memory.keep(level, { ...state, begun, solved, best, seconds });
  at("count").textContent = count;
  at("undo").disabled = !undo;
  at("redo").disabled = !redo;
  at("restart").disabled = !restart;
  at("next").hidden = !solved || levels.length < 2;
  at("back").hidden = true;
  hints = [];
  at("hint").textContent = "Hint";
  at("hint").disabled = Boolean(solved);
  clock();
}

// ---- hints, and what is lost ----

// hint tells one degree more with each press, until the position changes.
async function hint() {
  if (at("hint").hidden || at("hint").disabled) return;
  if (hints.length === 0) {
    let found;
    const mine = visit;
    at("hint").disabled = true;
    await guarded(async () => { say("Computing …"); found = await player.degrees(); });
    if (mine !== visit) return;
    at("hint").disabled = false;
    if (!found) return;
    if (found.length === 0) return check();
    [hints, degree] = [found, 0];
  }
  const degrees = hints, { act, say: words, cells, since, more } = degrees[degree++];
  hints = [];
  if (act) return act();
  player.show(words, cells, since);
  hints = more ? degrees : [];
  at("hint").textContent = more ?? "Hint";
}

// check says whether the puzzle can still be solved, and if not since when.
const check = () => guarded(async () => {
  say("Computing …");
  const { say: words, last = -1 } = await outlook(player.now, player.sound.bind(player), player.worse, player.step);
  player.asked?.();
  player.show(words);
  sound = last;
  at("back").hidden = last < 0;
});

// ---- save points ----

function saves() {
  const all = memory.game(level).saves ?? [];
  list(all.map((s, i) => ({ ...s, text: `${i + 1}: ${s.name}` })), (s) => player.load(s.at), at("saves"));
  at("saved").hidden = all.length === 0;
}
function save() {
  memory.keep(level, { saves: [...(memory.game(level).saves ?? []), player.save()].slice(-9) });
  saves();
  say("Saved: this position is listed below the board.");
}

// ---- the clock ----

function clock() {
  at("clock").hidden = !at("timer").checked;
  at("clock").textContent = minutes(seconds);
}
setInterval(() => {
  if (!player || document.hidden || memory.game(level).solved) return;
  seconds++;
  if (seconds % 5 === 0) memory.keep(level, { seconds });
  clock();
}, 1000);

// ---- the collection ----

const spoken = (name) => name.replaceAll("_", " ");
// titleOf names a level for players.
function titleOf(l) {
  const alone = l.game.levels.length === 1;
  return book.games.length === 1 ? spoken(l.name) : alone ? l.game.title : `${l.game.title}: ${spoken(l.name)}`;
}
const stateOf = (l) => {
  const { solved, begun } = memory.game(l);
  return solved ? "solved" : begun ? "begun" : "open";
};
const hardness = ["easy", "middle", "hard"];
const orders = {
  number: (l) => l.number, hardness: (l) => (hardness.indexOf(l.hard) + 4) % 4,
  title: titleOf, state: (l) => ["begun", "open", "solved"].indexOf(stateOf(l)),
};

// sorted are all levels in the order of the collection, listed those that it shows.
function sorted() {
  const by = orders[memory.chosen.order] ?? orders.number;
  const compare = (a, b) => (typeof a === "string" ? a.localeCompare(b, "en", { numeric: true }) : a - b);
  return [...levels].sort((a, b) => compare(by(a), by(b)) || a.number - b.number);
}
function listed() {
  return sorted().filter((l) => [stateOf(l), ""].includes(at("state").value) && [l.hard, ""].includes(at("hard").value));
}

function collection() {
  const all = listed(), done = levels.filter((l) => memory.game(l).solved).length;
  at("count").textContent = `${done} of ${levels.length} solved`;
  at("none").hidden = all.length > 0;
  at("cards").replaceChildren(...all.map((l) => {
    const { best, seconds: took = 0 } = memory.game(l), state = stateOf(l);
    const result = state === "solved" ? [best !== undefined && `best ${best}`, at("timer").checked && minutes(took)].filter(Boolean).join(", ") : "";
    const mark = { solved: "✓ ", begun: "… ", open: "" }[state];
    const picture = make("span", { className: "picture" });
    picture.innerHTML = l.picture; // drawn by pzc: shapes and escaped texts
    picture.setAttribute("aria-hidden", "true");
    const card = make("button", { className: `card ${state}`, onclick: () => enter(l) }, picture,
      make("strong", {}, `${l.number} · ${titleOf(l)}`), make("span", { className: "facts" }, [l.hard, mark + state, result].filter(Boolean).join(" · ")));
    l.card = card;
    return make("li", {}, card);
  }));
}
for (const id of ["state", "hard", "order"])
  at(id).onchange = () => { memory.choose({ [id]: at(id).value }); collection(); };
at("cards").addEventListener("keydown", (e) => {
  const cards = [...at("cards").querySelectorAll("button")], i = cards.indexOf(document.activeElement);
  const wide = cards.filter((c) => c.offsetTop === cards[0].offsetTop).length;
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -wide, ArrowDown: wide }[e.key];
  if (!step || i < 0) return;
  e.preventDefault();
  cards[i + step]?.focus();
});

// ---- one level, or all ----

const engines = new Map(); // graphs, by game
function engineOf(l) {
  if (l.game.model) return compiled(l.game, l);
  if (!engines.has(l.game)) engines.set(l.game, graph(l.game));
  return engines.get(l.game);
}

// about shows what a player must know: the rules, and the clues of a level.
function about({ game, clues = [] }) {
  at("author").textContent = game.author ? `by ${game.author}` : "";
  at("about").hidden = !game.rules && !clues.length;
  at("rules").replaceChildren(...(game.rules || "").split("\n\n").map((text) => make("p", { textContent: text })));
  at("clues").hidden = !clues.length;
  at("clues").replaceChildren(...clues.map((text) => make("li", { textContent: text })));
}

// leave ends what is done for the level that is shown.
function leave() {
  if (level) memory.keep(level, { seconds });
  player?.leave?.();
  compiler.stop();
  visit++;
  [line, player] = [Promise.resolve(), null];
  at("stop").hidden = true;
}

// see shows the level, or the collection, and notes it in the address.
function see(l) {
  document.body.classList.toggle("playing", Boolean(l));
  at("collection").hidden = Boolean(l);
  at("game").hidden = !l;
  at("all").hidden = !l || levels.length < 2;
  document.title = at("title").textContent = l && levels.length > 1 ? `${l.number} · ${titleOf(l)}` : book.title;
  if (!l) at("author").textContent = book.author ? `by ${book.author}` : "";
  at("author").hidden = !at("author").textContent;
  const hash = l && levels.length > 1 ? `#${l.number}` : "";
  try { if (location.hash !== hash) history.pushState(null, "", hash || location.pathname + location.search); } catch { /* a frame may have no address */ }
}

async function enter(l) {
  leave();
  about(l);
  [level, seconds] = [l, memory.game(l).seconds ?? 0];
  see(l);
  at("say").textContent = "Loading …";
  at("board").replaceChildren();
  const mine = player = (l.game.form ? forming : moving)(l, engineOf(l));
  for (const e of document.querySelectorAll(".filling")) e.hidden = !mine.form;
  for (const e of document.querySelectorAll(".moving")) e.hidden = mine.form;
  at("ways").hidden = true;
  at("solution").hidden = !l.plan;
  at("hint").hidden = Boolean(book.noHints);
  at("keys").textContent = mine.keys + (levels.length > 1 ? " Escape leads to all puzzles." : "");
  for (const id of ["pad", "list"]) at(id).replaceChildren();
  saves();
  window.scrollTo(0, 0);
  at("main").scrollTop = 0;
  await guarded(() => mine.begin(memory.game(l)));
  if (player === mine) at("board").focus({ preventScroll: true });
}

function leaf() {
  leave();
  const last = level;
  level = null;
  collection();
  see(null);
  last?.card?.focus();
}

// next is the next level that is not solved, in the order of the collection; without one, the collection.
function next() {
  const all = sorted(), i = all.indexOf(level), left = [...all.slice(i + 1), ...all.slice(0, i)].find((l) => !memory.game(l).solved);
  if (left) enter(left); else leaf();
}

// follow shows what the address names.
function follow(first) {
  const named = levels[Number(location.hash.slice(1)) - 1] ?? (levels.length === 1 ? levels[0] : null);
  if (named && named !== level) return enter(named);
  if (!named && (level || first)) leaf();
}

function theme(dark) {
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  at("theme").textContent = dark ? "Light" : "Dark";
}

function named(like) {
  at("cells").value = like;
  nameCells(like);
}

(async () => {
  at("theme").onclick = () => theme(document.documentElement.dataset.theme !== "dark");
  theme(matchMedia("(prefers-color-scheme: dark)").matches);
  for (const way of directions) at(way).onclick = () => player.arrow?.(way);
  for (const act of ["undo", "redo", "restart", "attempt", "keep", "drop"]) at(act === "attempt" ? "try" : act).onclick = () => player[act]();
  for (const [id, act] of Object.entries({ next, hint, check, save, all: leaf, stop: compiler.stop })) at(id).onclick = () => act();
  at("back").onclick = () => player.go(sound);
  at("solution").onclick = () => player.watch();
  at("element").onchange = (e) => player.select(e.target.value);
  at("kinds").replaceChildren(...kinds.map((name) => make("button", { textContent: name.charAt(0).toUpperCase() + name.slice(1), onclick: () => player.pen.turn(name) })));
  at("checks").value = memory.chosen.checks || "once";
  at("checks").onchange = () => { memory.choose({ checks: at("checks").value }); player.redraw(); };
  at("timer").checked = Boolean(memory.chosen.timer);
  at("timer").onchange = () => { memory.choose({ timer: at("timer").checked }); clock(); };
  pointer(at("board"), (e) => cellAt(player.position, e), (...stroke) => player.stroke(...stroke));
  document.addEventListener("keydown", (e) => {
    if (!player || e.target.closest("input, select")) return;
    if (e.key === "Escape" && levels.length > 1) leaf();
    else if (!player.position || !player.key(e)) return;
    e.preventDefault();
  });
  addEventListener("popstate", () => follow());
  addEventListener("pagehide", () => { if (level) memory.keep(level, { seconds }); });
  try {
    book = JSON.parse(new TextDecoder().decode(await unpacked("data")));
    for (const game of book.games) {
      for (const l of game.levels) {
        let number = 5381;
        for (const c of JSON.stringify([game.title, game.rules, l.instance, l.picture, game.levels.length])) number = (33 * number + c.charCodeAt(0)) >>> 0;
        levels.push(Object.assign(l, { game, number: levels.length + 1, key: `pzc-game-${number}` }));
      }
    }
    if (book.games.some((game) => game.model)) packed("wasm");
    named(memory.chosen.cells || book.cells || "r1c1");
    at("cells").onchange = () => {
      memory.choose({ cells: at("cells").value });
      named(at("cells").value);
      if (level) enter(level);
    };
    at("text").textContent = book.text ?? "";
    at("text").hidden = !book.text;
    for (const id of ["state", "order"]) at(id).value = memory.chosen[id] ?? at(id).value;
    at("hard").value = levels.some((l) => l.hard) ? memory.chosen.hard ?? "" : "";
    at("hards").hidden = !levels.some((l) => l.hard);
    await follow(true);
    at("main").hidden = false;
    at("loading").hidden = true;
  } catch (fault) {
    at("loading").textContent = `The game cannot be played here: ${fault.message || fault}`;
  }
})();
