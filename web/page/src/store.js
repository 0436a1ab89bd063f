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
export const keep = (name, text) => attempt(() => localStorage.setItem(name, text));

const work = "pzc-work";

// keepWork keeps what somebody wrote here, for the next visit without a link.
export const keepWork = (state) => keep(work, JSON.stringify(state));

// lastWork is what was kept last, null without.
export const lastWork = () => attempt(() => read(JSON.parse(kept(work))));

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
