"use strict";
// Works without: this only sorts tables by a click, opens texts side by side together, opens what is to be
// printed, and marks where one reads.
const value = cell => cell.dataset.order ?? cell.textContent;
const compare = (a, b) => {
  const [x, y] = [Number(a), Number(b)];
  return a !== "" && b !== "" && !Number.isNaN(x) && !Number.isNaN(y) ? x - y : a.localeCompare(b);
};
for (const table of document.querySelectorAll("table")) {
  const body = table.tBodies[0];
  if (body.rows.length < 3) continue;
  [...table.tHead.rows[0].cells].forEach((head, at) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "descending";
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "ascending" : "descending");
      const rows = [...body.rows].sort((a, b) => {
        const [x, y] = [value(a.cells[at]), value(b.cells[at])];
        if (x === "" || y === "") return (x === "") - (y === "");
        return down ? compare(x, y) : compare(y, x);
      });
      rows.forEach((row, number) => {
        row.classList.toggle("further", number >= Number(table.dataset.shown));
        body.append(row);
      });
    });
  });
}
const beside = matchMedia("(min-width: 62rem)");
for (const pair of document.querySelectorAll(".transcripts")) {
  const texts = [...pair.children];
  for (const text of texts) text.addEventListener("toggle", () => {
    if (beside.matches) for (const other of texts) other.open = text.open;
  });
}
const links = new Map([...document.querySelectorAll(".contents a")].map(a => [a.hash.slice(1), a]));
const seen = new Set();
const watch = new IntersectionObserver(entries => {
  for (const { target, isIntersecting } of entries) {
    const name = target.getAttribute("aria-labelledby");
    isIntersecting ? seen.add(name) : seen.delete(name);
  }
  let first = true;
  for (const [name, link] of links) {
    const here = first && seen.has(name);
    if (here) first = false;
    here ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current");
  }
}, { rootMargin: "-15% 0px -75% 0px" });
for (const section of document.querySelectorAll("main > section")) watch.observe(section);
let closed = [];
addEventListener("beforeprint", () => {
  closed = [...document.querySelectorAll("details:not([open])")];
  for (const each of closed) each.open = true;
});
addEventListener("afterprint", () => { for (const each of closed) each.open = false; });
