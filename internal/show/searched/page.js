
const step = document.getElementById("step"), said = document.getElementById("said");
const all = [...document.querySelectorAll("[data-born]")];
function draw() {
  const k = Number(step.value);
  for (const e of all) {
    const order = Number(e.dataset.order || 0);
    e.classList.toggle("later", Number(e.dataset.born) > k);
    e.classList.toggle("now", order === k && k > 0);
    if (e.dataset.fate === undefined) e.dataset.fate = e.classList.contains("expanded") ? "expanded" : "";
    if (e.dataset.fate === "expanded") e.classList.toggle("expanded", order <= k);
  }
  said.textContent = k === 0 ? "the start" : "expanded: " + k;
}
function go(by) { step.value = Number(step.value) + by; draw(); }
step.addEventListener("input", draw);
document.getElementById("back").addEventListener("click", () => go(-1));
document.getElementById("on").addEventListener("click", () => go(1));
document.addEventListener("keydown", (e) => {
  if (e.target === step) return;
  if (e.key === "ArrowLeft") go(-1);
  if (e.key === "ArrowRight") go(1);
});
draw();
