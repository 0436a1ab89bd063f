// What the browser keeps for the page. Some keep nothing and throw, such as for a page in a sandboxed frame: then
// nothing is kept.

import { read } from "./share.js";

const attempt = (act) => {
  try {
    return act() ?? null;
  } catch {
    return null;
  }
};

export const kept = (name) => attempt(() => localStorage.getItem(name));
export const keep = (name, text) => attempt(() => localStorage.setItem(name, text) ?? true);

const work = "pzc-works";

// keepWork keeps what somebody wrote here among the last works, or alone where there is no room for all.
export const keepWork = (state) => [8, 1].some((most) =>
  keep(work, JSON.stringify([state, ...works().filter((w) => w.id !== state.id)].slice(0, most))));

// works are the last works, the newest first.
export const works = () => (attempt(() => JSON.parse(kept(work))) ?? []).flatMap?.((w) =>
  attempt(() => [{ ...read(w), id: Number(w.id), name: String(w.name) }]) ?? []) ?? [];

// idOf is the number of the work that consists of these files, or else a new one.
export const idOf = (files) => works().find((w) => JSON.stringify(w.files) === JSON.stringify(files))?.id ?? Date.now();

// The last games are kept by the text that is played and the instance, so that none goes away with another level.
const games = "pzc-games";
let lastRead = [null, new Map()]; // the text that was read last, and what it says
const played = () => {
  const text = kept(games);
  if (text !== lastRead[0]) lastRead = [text, attempt(() => new Map(JSON.parse(text))) ?? new Map()];
  return lastRead[1];
};
const gameKey = ({ files, main }, instance) => {
  let number = 5381;
  for (const c of JSON.stringify([main, files])) number = (33 * number + c.charCodeAt(0)) >>> 0;
  return `${number} ${instance}`;
};
export const gameOf = (text, instance) => played().get(gameKey(text, instance)) ?? {};
export const keepGame = (text, instance, game) => {
  const key = gameKey(text, instance);
  return [200, 20, 1].some((most) => keep(games, JSON.stringify([[key, game], ...[...played()].filter(([k]) => k !== key)].slice(0, most))));
};

// An entry of the browser's history has the address of the page as it was a moment ago. What is not in the address yet
// is kept for the tab, by address. It is taken once.
const late = "pzc-late";
export const keepLate = (hash, state) => attempt(() => sessionStorage.setItem(late, JSON.stringify({ hash, state })));
export const takeLate = () => attempt(() => {
  const { hash, state } = JSON.parse(sessionStorage.getItem(late));
  if (hash !== location.hash) return null;
  sessionStorage.removeItem(late);
  return { ...read(state), own: state.own === true };
});

const here = () => location.pathname + location.search;
export const enter = (hash) => attempt(() => history.replaceState(null, "", here() + hash));
export const push = () => attempt(() => history.pushState(null, "", here()));
