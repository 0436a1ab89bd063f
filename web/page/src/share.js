// Links that hold files, instance and position: deflate-raw and base64url.

import { colours, kinds } from "../../../internal/present/gamepage/fill.js";

async function through(stream, bytes) {
  const out = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(out).arrayBuffer());
}

// The most that a link may unfold to: what a stranger made small may be large.
const most = 4 << 20;

export async function pack(state) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(JSON.stringify(state)));
  let text = "";
  for (const b of bytes) text += String.fromCharCode(b);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

export async function unpack(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) break;
    if ((size += value.length) > most) {
      reader.cancel();
      throw new Error("it is too long");
    }
    parts.push(value);
  }
  return read(JSON.parse(await new Blob(parts).text()));
}

// isHere: an address that only this computer can open.
export const isHere = (address) => /^(file:|https?:\/\/(localhost|127\.[\d.]+|\[::1\])(:\d+)?\/)/.test(address);

// baseOf is the address of a page without what stands behind it, "" for none; null: it is no address.
export function baseOf(text) {
  if (!text.trim()) return "";
  try {
    const url = new URL(text.trim());
    return /^https?:$/.test(url.protocol) ? url.origin + url.pathname : null;
  } catch {
    return null;
  }
}

const isText = (x) => typeof x === "string";
const isTexts = (x) => Array.isArray(x) ? x.filter(isText) : undefined;
const texts = (x) => Object.fromEntries(Object.entries(x && typeof x === "object" ? x : {}).filter(([, v]) => isText(v)));

// readMarks takes pencil marks from what a stranger wrote.
const readMarks = (x) => Object.fromEntries(Object.entries(x && typeof x === "object" ? x : {}).map(([cell, m]) => [cell,
  Object.fromEntries(Object.entries(m && typeof m === "object" ? m : {}).filter(([kind, list]) => kinds.indexOf(kind) > 0 &&
    Array.isArray(list) && list.length > 0 && list.every((t) => isText(t) && (kind !== "colour" || colours.includes(t)))))]));

// read takes from what a stranger wrote what has the right form.
export function read(x) {
  const files = texts(x?.files);
  const names = Object.keys(files);
  if (names.length === 0) throw new Error("it holds no model");
  return {
    files, main: names.includes(x.main) ? x.main : names[0], instance: isText(x.instance) ? x.instance : undefined,
    start: texts(x.start), values: texts(x.values), marks: readMarks(x.marks), panel: isText(x.panel) ? x.panel : undefined,
    moves: isTexts(x.moves), ahead: isTexts(x.ahead),
  };
}

// decoded reads what is written with %; a text that is written wrongly stays as it is, and no model is found by it.
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// parameters are the parameters behind the # of the page's address.
export function parameters() {
  return new Map(location.hash.slice(1).split("&").filter(Boolean).map((p) => {
    const [name, ...value] = p.split("=");
    return [name, decoded(value.join("="))];
  }));
}
