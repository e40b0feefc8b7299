// The sections of a report: what is chosen is drawn, from the JSON in the page. One choice of a puzzle is for all of them.

const data = JSON.parse(document.getElementById("data").textContent);
const puzzles = materialOf(data).puzzles;
const shownPuzzle = () => puzzles.length > 1 ? puzzles[document.getElementById("puzzle").selectedIndex] : puzzles[0];

/** Sections that have something to show. */
const shown = [["convergence", data.runs.some((run) => run.steps.length)], ["runs", data.histories.length],
               ["solutions", data.runs.some((run) => run.status !== "running")],
               ["statistics", document.querySelector("#statistics table")], ["throughput", data.benchmarks.length]]
  .filter(([, isThere]) => isThere).map(([id]) => id);
for (const id of ["convergence", "runs", "solutions", "statistics", "throughput"]) {
  for (const place of document.querySelectorAll(`#${id}, nav a[href="#${id}"]`)) place.hidden = !shown.includes(id);
}

/** {fill, draw, charts} */
function sectionOf(id) {
  const place = document.querySelector(`#${id} .choices`);
  const select = element("select", { id: `${id}-choice` });
  const chooser = element("div", { class: "choose" }, element("label", { for: select.id }, place.dataset.choose), select);
  place.before(chooser);
  let choices = [], board = null;
  const section = { charts: [] };
  section.draw = (keepBoard) => {
    section.charts.forEach((chart) => chart.destroy());
    section.charts = [];
    const choice = choices[select.selectedIndex];
    const figures = choice.figures().map((figure) => drawFigure(figure, section.charts));
    place.replaceChildren(...figures.map(({ made }) => made));
    if (choice.note) place.append(element("p", { class: "note" }, choice.note));
    figures.forEach(({ start }) => start());
    if (!keepBoard) board = choice.board ? drawBoard(choice.board, `${id}-board`) : null;
    if (board) place.append(board);
  };
  section.fill = (all) => {
    const before = select.value;
    choices = all[id];
    select.replaceChildren(...choices.map(({ label }) => element("option", {}, label)));
    chooser.hidden = choices.length < 2;
    const best = lowest(choices.map((choice) => choice.best ?? 0));
    const same = choices.findIndex(({ label }) => label === before);
    select.selectedIndex = same >= 0 ? same : choices.findIndex((choice) => (choice.best ?? 0) === best);
    if (choices.length) section.draw(false);
  };
  select.addEventListener("change", () => section.draw(false));
  return section;
}

const sections = shown.filter((id) => id !== "statistics").map(sectionOf);

/** The table with a row per puzzle: the rows of the puzzle that is shown, without its name in each. */
function showRows() {
  const details = document.querySelector("#statistics details");
  if (!details) return;
  const puzzle = shownPuzzle();
  details.open = true;
  details.classList.toggle("one", puzzle !== undefined);
  for (const text of details.querySelectorAll("summary, caption")) text.textContent = puzzle ?? "Puzzle by puzzle";
  for (const row of details.querySelectorAll("tbody tr")) {
    row.hidden = puzzle !== undefined && row.cells[0].textContent !== puzzle;
  }
}

function showPuzzle() {
  const all = choicesOf(materialOf(data, shownPuzzle()));
  sections.forEach((section) => section.fill(all));
  showRows();
}

if (puzzles.length > 1) {
  const names = [...materialOf(data).names, `all ${puzzles.length} puzzles`];
  const select = element("select", { id: "puzzle" }, ...names.map((name) => element("option", {}, name)));
  document.getElementById("puzzles").append(element("label", { for: "puzzle" }, "Puzzle"), select);
  select.addEventListener("change", showPuzzle);
}
for (const { name, folded, headings, rows } of data.benchmarks.flatMap(throughputTables)) {
  const parts = folded ? element("details", {}, element("summary", {}, name)) : element("div", {}, element("h3", {}, name));
  parts.append(table(name, headings, rows));
  document.querySelector("#throughput .tables").append(parts);
}

const wish = matchMedia("(prefers-color-scheme: dark)");
const button = document.getElementById("theme");
const redraw = () => sections.forEach((section) => section.charts.length && section.draw(true));
function setTheme(theme) {
  root.dataset.theme = theme;
  button.textContent = theme === "dark" ? "Light" : "Dark";  // what it does
}
let chosen = false;
button.addEventListener("click", () => {
  chosen = true;
  setTheme(root.dataset.theme === "dark" ? "light" : "dark");
  redraw();
});
wish.addEventListener("change", () => {
  if (chosen) return;
  setTheme(wish.matches ? "dark" : "light");
  redraw();
});

// On paper charts are light, and as wide as A4.
let before = "light";
addEventListener("beforeprint", () => {
  before = root.dataset.theme;
  root.dataset.printed = "";
  setTheme("light");
  redraw();
});
addEventListener("afterprint", () => {
  delete root.dataset.printed;
  setTheme(before);
  redraw();
});
setTheme(wish.matches ? "dark" : "light");
showPuzzle();
