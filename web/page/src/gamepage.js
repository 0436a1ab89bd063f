// A page on which others play, as internal/present/gamepage writes it: a shell with its marks replaced.

async function packed(parts) {
  const stream = new Blob(parts).stream().pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let text = "";
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

const names = { "<": "&lt;", ">": "&gt;", "&": "&amp;", "'": "&#39;", '"': "&#34;" };
const escaped = (text) => text.replace(/[<>&'"]/g, (c) => names[c]);

// gamePage returns the page. game is the answer to the request `game`.
export async function gamePage(title, game) {
  const get = async (name) => {
    const answer = await fetch(new URL(name, document.baseURI));
    if (!answer.ok) throw new Error(`${name} cannot be loaded`);
    return answer;
  };
  const [shell, data, wasm] = await Promise.all([
    get(game.compiler ? "game-compiler.tmpl" : "game.tmpl").then((a) => a.text()),
    packed([game.data]),
    game.compiler && get("pzc.wasm").then((a) => a.blob()).then((b) => packed([b])),
  ]);
  const put = { TITLE: escaped(title), DATA: data, WASM: wasm };
  return shell.replace(/@(TITLE|DATA|WASM)@/g, (_, name) => put[name]);
}
