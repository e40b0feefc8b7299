// Figures of a report as charts of Chart.js, with a legend, keys and tables.

/** Of values with their places along an axis of `length` pixels, those whose labels do not touch: the first have priority. */
function apart(values, length, placeOf, distance) {
  const kept = [];
  for (const value of values) {
    const place = placeOf(value) * length;
    if (kept.every((each) => Math.abs(each.place - place) >= distance)) kept.push({ value, place });
  }
  return kept.map(({ value }) => value).sort((a, b) => a - b);
}

/** Round numbers from `low` to `high`, best first: powers of ten, then 5, 2 and 3, then others. */
function roundNumbers(low, high) {
  const found = [];
  for (const digit of [1, 5, 2, 3, 4, 6, 7, 8, 9]) {
    for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); ++power) {
      const value = Number(`${digit}e${power}`);
      if (value >= low && value <= high) found.push(value);
    }
  }
  return found.length > 1 ? found : [low, high];
}

const labelDistance = (axis) => axis.isHorizontal() ? 52 : 20;

/** log(1 + value): shows small costs and early generations, and has a place for 0. */
class FineScale extends Chart.Scale {
  determineDataLimits() {
    this.min = 0;
    this.max = Math.max(1, this.options.max ?? this.getMinMax(true).max);
  }
  placeOf(value) { return Math.log1p(value) / Math.log1p(this.max); }
  buildTicks() {
    const length = this.isHorizontal() ? this.maxWidth : this.maxHeight;
    const numbers = [0, ...roundNumbers(1, this.max)];
    return apart(numbers, length, (value) => this.placeOf(value), labelDistance(this)).map((value) => ({ value }));
  }
  getPixelForValue(value) { return this.getPixelForDecimal(this.placeOf(value)); }
  getValueForPixel(pixel) { return Math.expm1(this.getDecimalForPixel(pixel) * Math.log1p(this.max)); }
}
FineScale.id = "fine";
FineScale.defaults = {};
Chart.register(FineScale);

function scale(axis) {
  const options = {
    type: axis.fine ? "fine" : axis.log ? "logarithmic" : "linear",
    title: { display: true, text: axis.label, color: variable("--ink") },
    grid: { color: variable("--rule"), borderColor: variable("--soft") },
    ticks: { color: variable("--soft"), maxRotation: 0, callback: short, includeBounds: false },
  };
  if (axis.low !== undefined) options.min = axis.low;
  if (axis.high !== undefined) options.max = axis.high;
  if (axis.log || axis.fine) options.ticks.autoSkip = false;
  if (axis.log) {
    options.afterBuildTicks = (built) => {
      const length = built.isHorizontal() ? built.maxWidth : built.maxHeight;
      const placeOf = (value) => Math.log(value / built.min) / Math.log(built.max / built.min);
      const values = apart(roundNumbers(built.min, built.max), length, placeOf, labelDistance(built));
      built.ticks = values.map((value) => ({ value }));
    };
  }
  return options;
}

/** The strip below a chart, for marks. */
const stripScale = () => ({ type: "linear", axis: "y", min: -1, max: 1, stack: "y", stackWeight: 1, grid: { display: false, drawBorder: false },
                            ticks: { display: false } });

/** A log axis would begin and end at a power of ten. */
function withExtent(figure) {
  const places = [...figure.curves, ...figure.points].flatMap((each) => each.x).filter((x) => x > 0);
  const low = lowest(places), high = highest(places);
  return figure.x.log && low < high ? { low, high, ...figure.x } : figure.x;
}

const pairs = (x, y) => x.map((value, k) => ({ x: value, y: y[k] }));

/** Curves of few points, and points between two gaps, are dots. */
function radii({ x, y, steps }) {
  if (x.length < 12 && !steps) return 3;
  return y.map((_, k) => (y[k - 1] ?? null) === null && (y[k + 1] ?? null) === null && !steps ? 2 : 0);
}

const dashes = [[], [6, 4], [2, 3], [10, 3, 2, 3]];  // tell curves of one colour apart

/** Chart.js datasets; `group`: those that one button of the legend shows and hides. Lower orders are drawn above. */
function datasets(figure) {
  const all = [];
  const add = (dataset) => all.push({ yAxisID: "y", pointRadius: 0, borderWidth: 2, stepped: false, fill: false, ...dataset });
  figure.bands.forEach((band) => {
    const area = { borderWidth: 0, stepped: band.steps, group: band.group, isBand: true, name: band.name, order: 2,
                   backgroundColor: color(band.color) + (band.faint ? "20" : "38"), borderColor: color(band.color) };
    add({ ...area, data: pairs(band.x, band.low) });
    add({ ...area, data: pairs(band.x, band.high), fill: "-1" });
  });
  figure.curves.forEach((curve) => add({
    data: pairs(curve.x, curve.y), stepped: curve.steps, group: curve.group ?? curve.name, name: curve.name, order: 1,
    borderColor: color(curve.color), backgroundColor: color(curve.color),
    borderDash: curve.dashed ? [6, 4] : dashes[Math.floor(curve.color / palettes.light.length) % dashes.length],
    borderWidth: curve.wide ? 5 : 2, pointRadius: radii(curve) }));
  figure.points.forEach((points) => add({
    data: pairs(points.x, points.y), texts: points.texts, group: points.name, name: points.name, showLine: false,
    pointRadius: Math.max(2.5, Math.min(5, 120 / points.x.length)), clip: false, order: 0, yAxisID: points.strip ? "strip" : "y",
    borderColor: color(points.color), backgroundColor: color(points.color) + "80",
    pointStyle: { triangle: "triangle", diamond: "rectRot", circle: "circle" }[points.shape] }));
  return all;
}

function textOf(item) {
  const { dataset, dataIndex } = item;
  if (dataset.texts) return dataset.texts[dataIndex];
  return `${dataset.name}: ${short(dataset.data[dataIndex].y)}`;
}

/** The colour of the page behind a chart, so that a saved picture has it. */
const background = { id: "background", beforeDraw: ({ ctx, width, height }) => {
  ctx.fillStyle = variable("--page");
  ctx.fillRect(0, 0, width, height);
} };

function makeChart(canvas, figure) {
  const strip = figure.points.some((points) => points.strip) ? { strip: stripScale() } : {};
  const scales = { x: scale(withExtent(figure)), ...strip, y: { ...scale(figure.y), stack: "y", stackWeight: 14 } };
  return new Chart(canvas, {
    type: "line",
    plugins: [background],
    data: { datasets: datasets(figure) },
    options: {
      animation: false, devicePixelRatio: root.dataset.printed === undefined ? undefined : 2, parsing: false, normalized: true, responsive: true, maintainAspectRatio: false,
      interaction: { mode: "nearest", axis: "x", intersect: false },
      scales,
      plugins: {
        filler: { drawTime: "beforeDatasetsDraw" },
        legend: { display: false },
        tooltip: {
          filter: (item) => !item.dataset.isBand,
          callbacks: {
            title: (items) => items.length ? `${figure.x.label}: ${short(items[0].parsed.x)}` : "",
            label: textOf,
          },
        },
      },
    },
  });
}

/** A button per group: a curve with its bands, bands without a curve, a kind of points. */
function legend(chart) {
  const box = element("div", { class: "legend", role: "group", "aria-label": "Show and hide" });
  const all = chart.data.datasets.map((dataset, k) => ({ dataset, k }));
  const curvesFirst = [1, 2, 0].flatMap((order) => all.filter(({ dataset }) => dataset.order === order));
  for (const [group, members] of grouped(curvesFirst, ({ dataset }) => dataset.group)) {
    const { dataset } = members[0];
    const sample = element("span", { "aria-hidden": "true" });
    sample.style.background = dataset.isBand ? dataset.borderColor + "50" : dataset.borderColor;
    if ((dataset.borderDash || []).length) sample.className = "dashed";
    if (dataset.texts) sample.className = dataset.pointStyle;
    const button = element("button", { type: "button", "aria-pressed": "true" }, sample, group);
    button.addEventListener("click", () => {
      const shown = button.getAttribute("aria-pressed") !== "true";
      button.setAttribute("aria-pressed", String(shown));
      members.forEach(({ k }) => chart.setDatasetVisibility(k, shown));
      chart.update();
    });
    box.append(button);
  }
  return box;
}

/** The arrow keys move along the x axis; the values are written below, where a screen reader announces them. */
function addKeys(canvas, chart, figure, readout) {
  const known = ({ x, y }) => x.filter((_, k) => y[k] !== null);
  const places = [...new Set(figure.curves.flatMap(known))].sort((a, b) => a - b);
  let at = -1;
  const show = () => {
    const active = [];
    chart.data.datasets.forEach((dataset, k) => {
      if (dataset.isBand || dataset.texts || !chart.isDatasetVisible(k)) return;
      let index = -1;
      while (index + 1 < dataset.data.length && dataset.data[index + 1].x <= places[at]) ++index;
      if (index >= 0 && dataset.data[index].y !== null) active.push({ datasetIndex: k, index });
    });
    const x = chart.scales.x.getPixelForValue(places[at]);
    chart.setActiveElements(active);
    chart.tooltip.setActiveElements(active, { x, y: chart.chartArea.top });
    chart.update();
    const values = active.map(({ datasetIndex, index }) =>
      textOf({ dataset: chart.data.datasets[datasetIndex], dataIndex: index }));
    readout.textContent = `${figure.x.label}: ${short(places[at])}. ${values.join("; ")}`;
  };
  canvas.addEventListener("keydown", (event) => {
    const page = Math.max(1, Math.round(places.length / 10));
    const all = places.length;
    const moves = { ArrowRight: 1, ArrowLeft: -1, PageUp: page, PageDown: -page, Home: -all, End: all };
    if (!(event.key in moves) || places.length === 0) return;
    event.preventDefault();
    at = Math.min(places.length - 1, Math.max(0, at + moves[event.key]));
    show();
  });
}

/** A table that scrolls where it is too wide; on a phone each row is a list with these headings. */
function table(name, headings, rows) {
  const head = element("tr", {}, ...headings.map((text) => element("th", { scope: "col" }, text)));
  const cells = (row) => row.map((text, k) => element("td", { "data-label": headings[k] }, text));
  const body = rows.map((row) => element("tr", {}, ...cells(row)));
  return element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": name },
    element("table", {}, element("thead", {}, head), element("tbody", {}, ...body)));
}

/** The numbers behind a figure, made when they are asked for. */
function numbers(figure) {
  const details = element("details", { class: "numbers" }, element("summary", {}, "Data as tables"));
  details.addEventListener("toggle", () => {
    if (!details.open || details.childElementCount > 1) return;
    const exact = (value) => String(Number(value.toPrecision(12)));  // 0.3, not 0.30000000000000004
    const add = (name, headings, rows) => details.append(element("h3", {}, name), table(name, headings, rows));
    for (const { name, x, y } of figure.curves) {
      const known = x.map((_, k) => k).filter((k) => y[k] !== null);
      add(name, [figure.x.label, figure.y.label], known.map((k) => [exact(x[k]), exact(y[k])]));
    }
    for (const { name, x, low, high } of figure.bands) {
      add(name, [figure.x.label, "low", "high"], x.map((at, k) => [at, low[k], high[k]].map(exact)));
    }
    for (const { name, x, texts } of figure.points) {
      add(name, [figure.x.label, "text"], x.map((at, k) => [exact(at), texts[k]]));
    }
  });
  return details;
}

/** A button that saves the chart as it is drawn, in the colours of the page. */
function saveButton(chart, name) {
  const button = element("button", { type: "button", class: "save" }, "Save as PNG");
  button.addEventListener("click", () => {
    element("a", { href: chart.toBase64Image(), download: `${name.replace(/[^\w.-]/g, "_")}.png` }).click();
  });
  return button;
}

const titled = (title, of) => of ? `${title}: ${of}` : title;

function drawFigure(figure, charts) {
  const canvas = element("canvas", { role: "img", tabindex: "0", "aria-label": descriptionOf(figure) });
  const readout = element("p", { class: "readout", "aria-live": "polite" });
  const plot = element("div", { class: "plot" }, canvas);
  const made = element("figure", { id: figure.id }, element("figcaption", {}, titled(figure.title, figure.of)));
  if (figure.note) made.append(element("p", { class: "note" }, `${figure.note}.`));
  made.append(plot);
  return { made, start: () => {
    const chart = makeChart(canvas, figure);
    charts.push(chart);
    plot.before(legend(chart));
    made.append(readout, saveButton(chart, figure.id), numbers(figure));
    addKeys(canvas, chart, figure, readout);
  } };
}
