// Map literals are painted: a brush for each character of the alphabet. The text changes as one paints, and the picture
// as one writes. A set of edges is painted as a map, too.

import { fill, h } from "./dom.js";

const shown = (c) => (c === " " ? "␣" : c);

export class Paint {
  #app;
  #chosen = {}; // the map that was painted last
  #instance = null; // that was shown then
  #brush = null;
  #down = false;
  #cells = [];
  #at = 0;
  #typed = ""; // in the cell at #at, of a map of words
  #queue = Promise.resolve();

  constructor(app) {
    this.#app = app;
    addEventListener("pointerup", () => { this.#down = false; });
  }

  get maps() { return this.#app.session.model?.maps ?? []; }

  forget() { this.#at = 0; }

  // #follow returns the map to paint: that of the instance that is shown, or else the one that was chosen.
  #follow(maps) {
    const { instance } = this.#app.session, { name } = this.#chosen;
    const same = (m) => ["file", "name", "instance"].every((what) => m[what] === this.#chosen[what]);
    const mine = maps.filter((m) => m.instances.includes(instance));
    const map = (this.#instance === instance && maps.find(same)) || (mine.find((m) => m.name === name) ?? mine[0] ?? maps[0]);
    [this.#chosen, this.#instance] = [map ?? {}, instance];
    return map;
  }

  // #choose chooses a map, and shows an instance that has it.
  #choose(map) {
    const { session } = this.#app;
    const to = [session.instance, ...session.instances].find((i) => map.instances.includes(i)) ?? session.instance;
    [this.#chosen, this.#instance] = [map, to];
    if (to === session.instance) this.#app.drawPanel();
    else session.choose(to);
  }

  // #title names a map by the instances that have it.
  #title(m) {
    const shown = m.instances.filter((i) => this.#app.session.instances.includes(i)).map((i) => i || "as written");
    return `${m.name || "map"}${shown.length > 0 ? `, ${shown.slice(0, 3).join(", ")}${shown.length > 3 ? ", …" : ""}` : ""}, line ${m.line}`;
  }

  panel(root) {
    const maps = this.maps;
    const map = this.#follow(maps);
    if (!map) return;
    const signs = map.words ?? map.rows.map((r) => [...r]);
    const alphabet = map.alphabet?.length ? map.alphabet : [...new Set([...signs.flat(), ...(map.words ? ["."] : [])])].sort();
    if (!alphabet.includes(this.#brush)) this.#brush = alphabet[0] ?? " ";
    const had = root.contains(document.activeElement) && document.activeElement.classList.contains("cell");
    const width = Math.max(0, ...signs.map((r) => r.length));
    const grid = signs.map((r) => [...r, ...Array(width - r.length).fill(map.words ? "." : " ")]);
    const stale = this.#app.session.stale;
    fill(root,
      h("div", { class: "controls" },
        maps.length > 1 && h("label", {}, "Map ", h("select", { onchange: (e) => this.#choose(maps[e.target.value]) },
          maps.map((m, i) => h("option", { value: i, selected: m === map }, this.#title(m))))),
        !map.instances.includes(this.#app.session.instance) && h("p", { class: "note" }, "The instance that is shown does not have this map."),
        h("div", { role: "radiogroup", "aria-label": "Brush", class: "brushes", onkeydown: (e) => this.#arrows(e, alphabet) }, alphabet.map((c) => h("button", {
          type: "button", role: "radio", "aria-checked": String(c === this.#brush), "aria-label": c === " " ? "blank" : c,
          tabindex: c === this.#brush ? 0 : -1,
          onclick: () => { this.#brush = c; this.#app.drawPanel(); root.querySelector("[aria-checked=true]").focus(); },
        }, shown(c))))),
      stale && h("p", { class: "note" }, "The model has errors; painting goes on when they are fixed."),
      h("div", { class: "scroll" }, this.#table(map, grid, stale)),
      h("div", { class: "controls", role: "group", "aria-label": "Size" },
        h("button", { type: "button", disabled: stale, onclick: () => this.#write(map, [...grid, Array(width || 1).fill(alphabet[0] ?? " ")]) }, "Row +"),
        h("button", { type: "button", disabled: stale || grid.length < 2, onclick: () => this.#write(map, grid.slice(0, -1)) }, "Row −"),
        h("button", { type: "button", disabled: stale, onclick: () => this.#write(map, grid.map((r) => [...r, alphabet[0] ?? " "])) }, "Column +"),
        h("button", { type: "button", disabled: stale || width < 2, onclick: () => this.#write(map, grid.map((r) => r.slice(0, -1))) }, "Column −"),
        h("span", { class: "note" }, `${grid.length} × ${width}`), this.#app.place(map)),
      map.edges && h("p", { class: "note" }, "| is an edge on the right of a cell, _ an edge below it, J both."),
      h("p", { class: "note" }, "Paint with the pointer, or go with the arrow keys and type the character; the space bar paints."));
    if (had) this.#cells[this.#at]?.focus();
  }

  #arrows(e, alphabet) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key];
    if (!step) return;
    e.preventDefault();
    this.#brush = alphabet[(alphabet.indexOf(this.#brush) + step + alphabet.length) % alphabet.length];
    this.#app.drawPanel();
    document.querySelector("#panel [aria-checked=true]").focus();
  }

  #table(map, grid, stale) {
    const width = grid[0]?.length ?? 0;
    this.#at = Math.min(this.#at, Math.max(0, grid.length * width - 1));
    this.#cells = [];
    const label = (r, c) => `row ${r + 1}, column ${c + 1}, ${grid[r][c] === " " ? "blank" : grid[r][c]}`;
    const paint = (k, c) => {
      const [r, col] = [Math.floor(k / width), k % width];
      if (stale || grid[r][col] === c) return;
      grid[r][col] = c;
      this.#cells[k].textContent = shown(c);
      this.#cells[k].setAttribute("aria-label", label(r, col));
      this.#write(map, grid);
    };
    const table = h("div", { class: "map cells", role: "grid", "aria-label": `Map ${map.name ?? ""}` },
      grid.map((row, r) => h("div", { role: "row", class: "maprow" }, row.map((c, col) => {
        const cell = h("div", { role: "gridcell", class: "cell", tabindex: r * width + col === this.#at ? 0 : -1, "aria-label": label(r, col) }, shown(c));
        cell.k = r * width + col;
        this.#cells.push(cell);
        return cell;
      }))));
    const over = (e) => document.elementFromPoint(e.clientX, e.clientY)?.closest?.(".map .cell");
    table.addEventListener("pointerdown", (e) => {
      const cell = over(e);
      if (!cell || e.button !== 0) return;
      e.preventDefault();
      this.#down = true;
      this.#go(cell.k);
      paint(cell.k, this.#brush);
    });
    table.addEventListener("pointermove", (e) => {
      const cell = this.#down && over(e);
      if (cell && cell.k !== undefined) paint(cell.k, this.#brush);
    });
    table.addEventListener("keydown", (e) => {
      if (e.ctrlKey || e.metaKey || e.altKey) return;
      const by = { ArrowUp: -width, ArrowDown: width, ArrowLeft: -1, ArrowRight: 1 }[e.key];
      const k = this.#at;
      if (by) {
        const sideways = Math.abs(by) === 1 && width > 1;
        if (k + by >= 0 && k + by < this.#cells.length && (!sideways || Math.floor((k + by) / width) === Math.floor(k / width))) this.#go(k + by);
      } else if (e.key === " " || e.key === "Enter") paint(k, this.#brush);
      else if (e.key.length === 1 && map.words) paint(k, this.#typed += e.key);
      else if (e.key.length === 1) paint(k, e.key);
      else return;
      e.preventDefault();
      e.stopPropagation();
    });
    return table;
  }

  #go(k) {
    if (this.#cells[this.#at]) this.#cells[this.#at].tabIndex = -1;
    [this.#at, this.#typed] = [k, ""];
    this.#cells[k].tabIndex = 0;
    this.#cells[k].focus();
  }

  // write puts rows in the place of the map literal. One follows the other, and each begins where the last one ended.
  #write(map, grid) {
    const wide = Math.max(...grid.flat().map((w) => w.length)), first = grid[0].length === 1 ? " " : "";
    const rows = grid.map((r) => (map.words && wide > 1 ? first + r.map((w) => w.padStart(wide)).join(" ") : r.join("").trimEnd()));
    this.#queue = this.#queue.then(async () => {
      const { text } = await this.#app.language.request("map", { indent: map.indent ?? "  ", rows, edges: map.edges });
      this.#app.editor?.replace(map, text);
      map.to = map.from + text.length;
      if (map.words) map.words = grid;
      else map.rows = rows;
    }).catch((e) => this.#app.say(e.message));
  }
}
