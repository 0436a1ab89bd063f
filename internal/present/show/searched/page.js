const at = (id) => document.getElementById(id), step = at("step"), most = Number(step.max), tree = at("tree");
const all = [...document.querySelectorAll("#tree [data-born]")], nodes = all.filter((e) => e.dataset.node);
let timer = 0, chosen = null;
for (const e of nodes) e.dataset.fate = e.getAttribute("class");
function show(e) {
  const text = e.querySelector("title").textContent, end = text.indexOf("\n");
  const head = document.createElement("h2"), detail = document.querySelector(`template[data-node="${e.dataset.node}"]`);
  head.textContent = end < 0 ? text : text.slice(0, end);
  const rest = document.createElement(detail ? "div" : "pre");
  if (detail) rest.append(detail.content.cloneNode(true)); else rest.textContent = end < 0 ? "" : text.slice(end + 1);
  at("detail").replaceChildren(head, rest);
}
function draw() {
  const k = Number(step.value);
  let now = null;
  for (const e of all) {
    const order = Number(e.dataset.order || 0);
    e.classList.toggle("later", Number(e.dataset.born) > k);
    if (!e.dataset.node) continue;
    e.classList.toggle("now", order === k && k > 0);
    if (e.dataset.fate === "expanded") e.classList.toggle("expanded", order <= k);
    if (order === k && k > 0) now = e;
  }
  at("said").textContent = `step ${k} of ${most}`;
  if (now === null) { at("detail").replaceChildren(); return; }
  show(now);
  const r = now.getBoundingClientRect(), box = tree.getBoundingClientRect();
  if (r.left < box.left || r.right > box.right) tree.scrollLeft += r.left - box.left - box.width / 2;
  if (r.top < box.top || r.bottom > box.bottom) tree.scrollTop += r.top - box.top - box.height / 2;
}
function go(to) { step.value = to; draw(); }
function play(on) {
  clearInterval(timer);
  timer = on ? setInterval(() => { if (Number(step.value) >= most) play(false); else go(Number(step.value) + 1); }, 600) : 0;
  at("play").textContent = on ? "Pause" : "Play";
}
const by = (n) => { play(false); go(Number(step.value) + n); };
step.addEventListener("input", () => { play(false); draw(); });
at("first").onclick = () => by(-most);
at("back").onclick = () => by(-1);
at("on").onclick = () => by(1);
at("last").onclick = () => by(most);
at("play").onclick = () => { if (!timer && Number(step.value) >= most) go(0); play(!timer); };
at("fit").onchange = () => tree.classList.toggle("fit", at("fit").checked);
for (const e of nodes) e.addEventListener("click", () => show(e));
document.addEventListener("keydown", (e) => {
  if (e.target === step || e.ctrlKey || e.altKey || e.metaKey) return;
  if (e.key === "ArrowLeft") by(-1);
  else if (e.key === "ArrowRight") by(1);
  else if (e.key === "Home") by(-most);
  else if (e.key === "End") by(most);
  else if (e.key === " " && e.target.tagName !== "BUTTON") at("play").click();
  else return;
  e.preventDefault();
});
draw();
