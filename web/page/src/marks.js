// What a player writes on a puzzle without moves: values, and pencil marks, by which nothing is judged. The marks of a
// board are {cell: {kind: texts}}; a cell is "board,index".

import { h } from "./dom.js";

export const kinds = ["value", "corner", "centre", "colour", "cross"];
export const colours = ["yellow", "green", "blue", "red", "purple", "grey"];

// jot returns the marks after cells got a mark: all get what the first one has not, or lose what it has.
export function jot(marks, cells, kind, text) {
  const next = { ...marks };
  const had = (next[cells[0]]?.[kind] ?? []).includes(text);
  for (const cell of cells) {
    const m = { ...next[cell] };
    const others = kind === "colour" ? [] : (m[kind] ?? []).filter((t) => t !== text);
    m[kind] = had ? others : [...others, text].sort((a, b) => a - b || (a < b ? -1 : 1));
    if (m[kind].length === 0) delete m[kind];
    next[cell] = m;
    if (Object.keys(m).length === 0) delete next[cell];
  }
  return next;
}

// drawn are elements that show the marks of a cell. In a cell that is filled in only colours and crosses are shown.
export const drawn = (m, filled) => kinds.slice(1).filter((kind) => m?.[kind] && !(filled && ["corner", "centre"].includes(kind)))
  .map((kind) => h("span", { class: `pencil ${kind} ${kind === "colour" ? m[kind][0] : ""}`, "aria-hidden": "true" },
    kind === "colour" ? "" : m[kind].join(kind === "corner" ? " " : "")));

// told are the marks of a cell in words.
export const told = (m) => Object.entries(m ?? {}).map(([kind, list]) => (kind === "cross" ? "crossed out" : `${kind} ${list.join(" ")}`)).join(", ");

// readMarks takes from what a stranger wrote what has the right form.
export const readMarks = (x) => Object.fromEntries(Object.entries(x && typeof x === "object" ? x : {}).map(([cell, m]) => [cell,
  Object.fromEntries(Object.entries(m && typeof m === "object" ? m : {}).filter(([kind, list]) => kinds.indexOf(kind) > 0 &&
    Array.isArray(list) && list.length > 0 && list.every((t) => typeof t === "string" && (kind !== "colour" || colours.includes(t)))))]));
