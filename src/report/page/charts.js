// Figures of a report as charts of Chart.js, with a legend, keys and tables.

function scale(axis) {
  const options = {
    type: axis.log ? "logarithmic" : "linear",
    title: { display: true, text: axis.label, color: variable("--ink") },
    grid: { color: variable("--rule"), borderColor: variable("--soft") },
    ticks: { color: variable("--soft"), maxRotation: 0, callback: short },
  };
  if (axis.low !== undefined) options.min = axis.low;
  if (axis.high !== undefined) options.max = axis.high;
  if (axis.log) {
    options.ticks.callback = function (value, index, ticks) {
      const decades = Math.log10(ticks[ticks.length - 1].value / ticks[0].value);
      const digit = Number(value.toExponential()[0]);
      const wanted = digit === 1 || decades < 1 || (decades < 2.5 && (digit === 2 || digit === 5));
      return wanted ? short(value) : "";
    };
  }
  return options;
}

/** A log axis would begin and end at a power of ten. */
function withExtent(figure) {
  const places = [...figure.curves, ...figure.points].flatMap((each) => each.x).filter((x) => x > 0);
  const low = lowest(places), high = highest(places);
  return figure.x.log && low < high ? { low, high, ...figure.x } : figure.x;
}

const pairs = (x, y) => x.map((value, k) => ({ x: value, y: y[k] }));

/** Chart.js datasets; `group`: those that one button of the legend shows and hides. */
function datasets(figure) {
  const all = [];
  const add = (dataset) => all.push({ pointRadius: 0, borderWidth: 2, stepped: false, fill: false, ...dataset });
  figure.bands.forEach((band) => {
    const area = { borderWidth: 0, stepped: band.steps, group: `band ${band.legend}`, isBand: true, name: band.legend,
                   backgroundColor: color(band.color) + (band.faint ? "26" : "40"), borderColor: color(band.color) };
    add({ ...area, data: pairs(band.x, band.low) });
    add({ ...area, data: pairs(band.x, band.high), fill: "-1" });
  });
  figure.curves.forEach((curve, k) => add({
    data: pairs(curve.x, curve.y), stepped: curve.steps, group: `curve ${k}`, name: curve.name,
    borderColor: color(curve.color), backgroundColor: color(curve.color), borderDash: curve.dashed ? [6, 4] : [],
    borderWidth: curve.wide ? 5 : 2,
    pointRadius: curve.x.length < 12 && !curve.steps ? 3 : 0 }));
  figure.points.forEach((points, k) => add({
    data: pairs(points.x, points.y), texts: points.texts, group: `points ${k}`, name: points.name, showLine: false,
    pointRadius: 6, clip: false, borderColor: color(points.color), backgroundColor: color(points.color) + "80",
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
  return new Chart(canvas, {
    type: "line",
    plugins: [background],
    data: { datasets: datasets(figure) },
    options: {
      animation: false, parsing: false, normalized: true, responsive: true, maintainAspectRatio: false,
      interaction: { mode: "nearest", axis: "x", intersect: false },
      scales: { x: scale(withExtent(figure)), y: scale(figure.y) },
      plugins: {
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

/** A button per curve, band and kind of points. */
function legend(chart) {
  const box = element("div", { class: "legend", role: "group", "aria-label": "Show and hide" });
  const groups = new Map();
  chart.data.datasets.forEach((dataset, k) => {
    groups.set(dataset.group, [...(groups.get(dataset.group) || []), k]);
  });
  const isBand = (members) => Number(chart.data.datasets[members[0]].isBand === true);
  for (const members of [...groups.values()].sort((a, b) => isBand(a) - isBand(b))) {
    const dataset = chart.data.datasets[members[0]];
    const sample = element("span", { "aria-hidden": "true" });
    sample.style.background = dataset.isBand ? dataset.borderColor + "50" : dataset.borderColor;
    if ((dataset.borderDash || []).length) sample.className = "dashed";
    if (dataset.texts) sample.className = dataset.pointStyle;
    const button = element("button", { type: "button", "aria-pressed": "true" }, sample, dataset.name);
    button.addEventListener("click", () => {
      const shown = button.getAttribute("aria-pressed") !== "true";
      button.setAttribute("aria-pressed", String(shown));
      members.forEach((k) => chart.setDatasetVisibility(k, shown));
      chart.update();
    });
    box.append(button);
  }
  return box;
}

/** The arrow keys move along the x axis; the values are written below, where a screen reader announces them. */
function addKeys(canvas, chart, figure, readout) {
  const places = [...new Set(figure.curves.flatMap((curve) => curve.x))].sort((a, b) => a - b);
  let at = -1;
  const show = () => {
    const active = [];
    chart.data.datasets.forEach((dataset, k) => {
      if (dataset.isBand || dataset.texts || !chart.isDatasetVisible(k)) return;
      let index = -1;
      while (index + 1 < dataset.data.length && dataset.data[index + 1].x <= places[at]) ++index;
      if (index >= 0) active.push({ datasetIndex: k, index });
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

function table(headings, rows) {
  const head = element("tr", {}, ...headings.map((text) => element("th", { scope: "col" }, text)));
  const body = rows.map((row) => element("tr", {}, ...row.map((text) => element("td", {}, text))));
  return element("table", {}, element("thead", {}, head), element("tbody", {}, ...body));
}

/** The numbers behind a figure, made when they are asked for. */
function numbers(figure) {
  const details = element("details", {}, element("summary", {}, "Data as tables"));
  details.addEventListener("toggle", () => {
    if (!details.open || details.childElementCount > 1) return;
    const add = (name, headings, rows) => {
      const attributes = { class: "scroll", tabindex: "0", role: "region", "aria-label": name };
      details.append(element("h3", {}, name), element("div", attributes, table(headings, rows)));
    };
    for (const curve of figure.curves) {
      add(curve.name, [figure.x.label, figure.y.label], curve.x.map((x, k) => [String(x), String(curve.y[k])]));
    }
    for (const band of figure.bands) {
      const rows = band.x.map((x, k) => [x, band.low[k], band.high[k]].map(String));
      add(band.name, [figure.x.label, "low", "high"], rows);
    }
    for (const points of figure.points) {
      add(points.name, [figure.x.label, "text"], points.x.map((x, k) => [String(x), points.texts[k]]));
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

const titled = (title, run) => run ? `${title}: ${run}` : title;

function drawFigure(figure, charts) {
  const canvas = element("canvas", { role: "img", tabindex: "0", "aria-label": descriptionOf(figure) });
  const readout = element("p", { class: "readout", "aria-live": "polite" });
  const plot = element("div", { class: "plot" }, canvas);
  const made = element("figure", { id: figure.id }, element("figcaption", {}, titled(figure.title, figure.run)));
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
