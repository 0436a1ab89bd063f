// What the playground and the pages on which others play say of a position: hints by degrees, and since when the puzzle
// cannot be solved.

// degreesOfMove tells a move by degrees: where, what kind, which. far says how far the goal is, told is the whole move.
export const degreesOfMove = ({ name, way, told, far, cells }) => [
  { say: cells.length ? `${far} Look at the marked cells.` : far, cells, more: "What kind?" },
  { say: `The next move is: ${name.split("(")[0].replaceAll("_", " ")}${way ? `, ${way}` : ""}.`, cells, more: "Which move?" },
  { say: `The next move is: ${told}.`, cells, more: "Make it" },
];

// changedCells are the cells that look different in the next position.
export const changedCells = (now, next) => now.boards.flatMap((b, i) => b.caption ? [] : b.cells.flatMap((text, k) => {
  const c = next.boards[i];
  return c && (c.cells[k] !== text || c.fill?.[k] !== b.fill?.[k]) ? [[i, k]] : [];
}));

// lastSound returns the last of n positions from which the puzzle can be solved, -1 if none can, undefined if this is
// not known. sound(i) says of a position whether it can; worse(i, j): from i it cannot if it cannot from j.
async function lastSound(n, sound, worse) {
  const lost = [];
  for (let good = -1; ;) {
    const open = [];
    for (let i = good + 1; i < n; i++) if (!lost.some((j) => worse(i, j))) open.push(i);
    if (open.length === 0) return good;
    const middle = open[open.length >> 1], can = await sound(middle);
    if (can === null) return undefined;
    if (can) good = middle;
    else lost.push(middle);
  }
}

// outlook says of position number now whether the puzzle can still be solved, and if not since when: last is the number
// of the last position from which it can.
export async function outlook(now, sound, worse, step) {
  const can = now < 0 ? null : await sound(now);
  if (can !== false) return { say: can ? "It can still be solved." : "It is not known whether it can still be solved." };
  const last = await lastSound(now, sound, worse);
  if (last === undefined) return { say: "It cannot be solved any more. It is not known since when." };
  if (last < 0) return { say: "It cannot be solved, and could not at the beginning." };
  return { say: `It cannot be solved any more, since ${step(last + 1)}.`, last };
}
