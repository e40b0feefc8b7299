// The data of the page as figures: {id, title, of, note, x, y, bands, curves, points}, which charts.js draws.
// An axis is {label, log, fine, low, high}; a curve {name, group, color, x, y, steps, dashed, wide}; a band {name, group,
// color, x, low, high, steps, faint}; points {name, color, shape, x, y, texts, strip}. `color` is a number of a palette.
// One button shows and hides a group; a curve without one is a group by itself.

// Places of a measure within `spent` and `steps` of a run: src/report/page.cpp.
const measures = [
  { id: "work", place: 0, axis: "work: evaluations + trials + redraws" },
  { id: "evaluations", place: 1, axis: "evaluations" },
  { id: "seconds", place: 2, axis: "seconds" },
  { id: "generations", place: 3, axis: "generations" },
];
const costPlace = 4;

/** Groups as [[key, values], ...], in the order of their first values. */
function grouped(values, keyOf) {
  const groups = new Map();
  for (const value of values) {
    const key = keyOf(value);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(value);
  }
  return [...groups];
}

/** Of sorted values, interpolated between two of them. */
function quantile(values, order) {
  const place = order * (values.length - 1), below = Math.floor(place), share = place - below;
  return share === 0 ? values[below] : (1 - share) * values[below] + share * values[below + 1];
}

/** Points of an axis from the first score of any run to the end of all. Only seconds are not whole numbers. */
function pointsOf(runs, { id, place }) {
  const first = Math.max(lowest(runs.map((run) => run.steps[0][place])), id === "seconds" ? 1e-4 : 0);
  const last = highest(runs.map((run) => Math.max(run.spent[place], run.steps.at(-1)[place])));
  const points = [];
  if (id === "generations") {
    for (let at = first; at < last; at += Math.max(1, Math.ceil(last / 400))) points.push(at);
  } else {
    for (let k = -9 * 40; k <= 19 * 40; ++k) {  // 40 for each factor of ten
      const at = id === "seconds" ? 10 ** (k / 40) : Math.round(10 ** (k / 40));
      if (at >= first && at < last && at !== points.at(-1)) points.push(at);
    }
  }
  return [...points, last];
}

/** Puzzles that one name tells apart, without the folders that all of them are in. */
function shortNames(names) {
  const folder = names[0]?.slice(0, names[0].lastIndexOf("/") + 1) ?? "";
  return names.map((name) => folder && names.every((each) => each.startsWith(folder)) ? name.slice(folder.length) : name);
}

/** An axis from 0: `fine` is log(1 + value), where more than half of some list's values are below this share of all. */
function axisFromZero(label, share, ...lists) {
  const limit = highest(lists.map(highest)) * share;
  const isLow = (values) => values.filter((value) => value < limit).length > values.length / 2;
  return lists.some(isLow) ? { label: `${label} (log axis)`, low: 0, fine: true } : { label, low: 0 };
}

/** Of runs of one puzzle: costs of different puzzles are not pooled. */
function convergenceFigure({ runs, configurations, puzzle }, measure) {
  const figure = { id: `convergence-${measure.id}`, title: "Best cost so far", of: puzzle, bands: [], curves: [], points: [] };
  const improvements = [];
  for (const [name, members] of grouped(runs.filter((run) => run.steps.length), (run) => run.configuration)) {
    const color = configurations.indexOf(name), x = [], costs = [];
    const next = members.map(() => 0);  // the first step of each run that is still to come
    for (const at of pointsOf(members, measure)) {
      members.forEach(({ steps }, k) => {
        while (next[k] < steps.length && steps[next[k]][measure.place] <= at) ++next[k];
      });
      const known = members.flatMap(({ steps }, k) => next[k] ? [steps[next[k] - 1][costPlace]] : []);
      if (!known.length) continue;
      x.push(at);
      costs.push(known.sort((a, b) => a - b));
    }
    const of = (order) => costs.map((values) => quantile(values, order));
    const group = members.length > 1 ? `${name}: ${members.length} runs` : name;
    const band = { group, color, x, steps: true };
    if (members.length > 1) {
      figure.bands.push({ ...band, name: `${name}, 10 to 90 %`, low: of(0.1), high: of(0.9), faint: true },
                        { ...band, name: `${name}, 25 to 75 %`, low: of(0.25), high: of(0.75) });
    }
    const median = members.length > 1 ? `${name}, median of ${members.length} runs` : name;
    figure.curves.push({ name: median, group, color, x, y: of(0.5), steps: true });
    improvements.push(...members.flatMap(({ steps }) => steps.map((step) => step[measure.place])));
  }
  // Many bands above each other show nothing.
  if (figure.curves.length > 4) figure.bands = figure.bands.filter(({ faint }) => !faint);
  if (figure.curves.length > 8) figure.bands = [];
  figure.note = ["", "Bands: the middle 50 % of the runs", "Without bands: more than eight configurations"]
    [Number(figure.curves.length > 4) + Number(figure.curves.length > 8)];
  figure.x = measure.id === "generations" ? axisFromZero(measure.axis, 0.1, improvements) : { label: measure.axis, log: true };
  figure.y = axisFromZero("best cost", 0.2, ...figure.curves.map(({ y }) => y));
  return figure;
}

/** Of one puzzle, or of all: then each puzzle has the same weight, however many runs it has. */
function solutionsFigure({ runs, configurations, puzzle, puzzles }, measure) {
  const least = measure.id === "seconds" ? 1e-6 : 1;  // a log axis has no place for 0: a puzzle that logic filled
  const end = (run) => Math.max(least, run.spent[measure.place]);
  const isSolved = (run) => run.status === "solved";
  const ended = runs.filter((run) => run.status !== "running");
  const last = highest(ended.map(end));
  const first = Math.min(lowest(ended.map(end)), last / 10);
  const curves = grouped(ended, (run) => run.configuration).map(([name, members]) => {
    const ofPuzzle = grouped(members, (run) => run.puzzle);
    const steps = ofPuzzle.flatMap(([, same]) =>
      same.filter(isSolved).map((run) => ({ at: end(run), share: 1 / same.length / ofPuzzle.length })));
    const x = [], y = [];
    let sum = 0;
    for (const { at, share } of steps.sort((a, b) => a.at - b.at)) {
      x.push(at);
      y.push(sum += share);
    }
    const count = `${steps.length} of ${members.length} solved`;
    return { name: `${name}: ${count}`, color: configurations.indexOf(name), steps: true,
             wide: !steps.length,  // it lies on the axis
             x: [x[0] ?? first, ...x, last], y: [0, ...y, sum] };
  });
  const several = puzzle === undefined && puzzles.length > 1;
  const notes = [several ? "The mean over all puzzles: each counts the same" : "",
                 ended.some(isSolved) ? "" : "No run solved its puzzle"];
  return { id: `ecdf-${measure.id}`, title: "Share of runs that solved", curves, bands: [], points: [],
           of: several ? `${puzzles.length} puzzles` : puzzle, note: notes.filter(Boolean).join(". "),
           x: { label: `${measure.axis} until the solution`, log: true },
           y: { label: several ? "share, mean over puzzles" : "share of all runs", low: 0, high: 1 } };
}

/** Restarts and migrations, which have a strip of their own below the chart. */
function marksOf({ marks }) {
  const kinds = [["restart", "triangle", 4], ["migration", "diamond", 2]];
  return kinds.filter(([event]) => marks[event]).map(([event, shape, color]) => {
    const { count, generations } = marks[event];
    return { name: count > generations.length ? `${generations.length} of ${count} ${event}s` : `${event}s`, color, shape,
             x: generations, y: generations.map(() => 0), strip: true,
             texts: generations.map((at) => `${event} after generation ${at}`) };
  });
}

/** The x axis of both figures of a run: equal marks stand below each other. */
function generationAxis({ columns, marks }) {
  const x = columns.generation;
  const improved = x.filter((_, k) => k && columns.best_so_far[k] < columns.best_so_far[k - 1]);
  const axis = marks.restart ? { label: "generation", low: 0 } : axisFromZero("generation", 0.1, [...improved, x.at(-1)]);
  return { ...axis, high: Math.max(1, x.at(-1)) };
}

function populationFigure(history, id) {
  const { generation: x, ...of } = history.columns;
  const band = { group: "middle 50 % and 80 % of the boards", color: 0, x };
  return { id: `${id}-population`, title: "Costs in the population", of: history.name, points: marksOf(history),
           x: generationAxis(history), y: axisFromZero("cost", 0.2, of.median, of.best, of.best_so_far, of.worst.slice(0, 1)),
           bands: [{ ...band, name: "10 to 90 % of the boards", low: of.q10, high: of.q90, faint: true },
                   { ...band, name: "25 to 75 % of the boards", low: of.q25, high: of.q75 }],
           curves: [{ name: "median", color: 0, x, y: of.median }, { name: "mean", color: 0, x, y: of.mean, dashed: true },
                    { name: "best of the generation", color: 3, x, y: of.best },
                    { name: "best so far", color: 1, x, y: of.best_so_far, steps: true }] };
}

/** The values at places x, with a gap (null) after each restart: the next population has nothing to do with the one before. */
function withGaps(x, y, restarts) {
  const at = [], values = [];
  let next = 0;
  x.forEach((place, k) => {
    while (next < restarts.length && restarts[next] < (x[k - 1] ?? 0)) ++next;
    if (k && restarts[next] < place) {
      at.push(restarts[next] + 0.5);
      values.push(null);
    }
    at.push(place);
    values.push(y[k]);
  });
  return { x: at, y: values };
}

/** Null if no row has a diversity. */
function diversityFigure(history, id) {
  const { generation, distinct, entropy, size, cell_entropy: cells } = history.columns;
  const rows = generation.map((_, k) => k).filter((k) => distinct[k] !== null);
  if (!rows.length) return null;
  const digits = Math.sqrt(cells[rows[0]].length);
  const curve = (valueOf) => withGaps(rows.map((k) => generation[k]), rows.map(valueOf), history.marks.restart?.generations ?? []);
  return { id: `${id}-diversity`, title: "Diversity", of: history.name, points: marksOf(history), bands: [],
           x: generationAxis(history), y: { label: "share of the maximum", low: 0, high: 1 },
           curves: [{ name: "distinct boards / boards", color: 0, ...curve((k) => distinct[k] / size[k]) },
                    { name: `entropy per cell / log2 ${digits}`, color: 3, dashed: true,
                      ...curve((k) => entropy[k] / Math.log2(digits)) }] };
}

/** What some file has measured at two or more populations, without the details of phases and operators. */
function worksOf(benchmarks) {
  const all = benchmarks.flatMap(({ result }) => grouped(result.measurements, (one) => JSON.stringify([one.device, one.what]))
    .filter(([, members]) => new Set(members.map((one) => one.population)).size > 1)
    .map(([, members]) => members[0].what));
  return [...new Set(all)].filter((what) => !what.includes("/"));
}

/** The rate of a curve at a population between its points, as straight lines on two log axes. */
function rateAt({ x, y }, population) {
  const above = x.findIndex((at) => at >= population);
  if (above <= 0) return y.at(above);
  const share = Math.log(population / x[above - 1]) / Math.log(x[above] / x[above - 1]);
  return y[above - 1] * (y[above] / y[above - 1]) ** share;
}

function throughputFigure(benchmarks, what) {
  const figure = { id: `throughput-${what}`, title: `Throughput: ${what}`, bands: [], curves: [], points: [],
                   x: { label: "population: boards", log: true }, y: { log: true } };
  let color = 0;
  for (const { name: file, result } of benchmarks) {
    const prefix = benchmarks.length > 1 ? `${file}: ` : "";
    const curveOf = {};
    for (const { id } of result.devices) {
      const points = result.measurements.filter((one) => one.device === id && one.what === what)
        .map(({ unit, population, items, seconds }) => {
          const sorted = [...seconds].sort((a, b) => a - b);
          return { unit, population, rate: items / quantile(sorted, 0.5), low: items / quantile(sorted, 0.75),
                   high: items / quantile(sorted, 0.25) };
        }).filter(({ rate }) => Number.isFinite(rate)).sort((a, b) => a.population - b.population);
      const name = prefix + id, x = points.map((point) => point.population);
      const of = (key) => points.map((point) => Number.isFinite(point[key]) ? point[key] : point.rate);
      if (points.length) {
        curveOf[id] = { name, group: name, color, x, y: of("rate") };
        figure.y.label = `${points[0].unit} per second`;
        figure.curves.push(curveOf[id]);
        figure.bands.push({ name: `${name}, quartiles`, group: name, color, x, low: of("low"), high: of("high") });
      }
      ++color;
    }
    for (const { device, beside, what: measured, population } of result.wins_from ?? []) {
      const curve = curveOf[device];
      // At the smallest population a device is faster everywhere: that is not a crossing.
      if (measured !== what || population === null || !curve || population <= curve.x[0]) continue;
      const from = `about ${rough(population)} boards`;
      figure.points.push({ name: `${prefix}${device} is faster than ${beside} from ${from} on`,
                           color: curve.color, shape: "circle", x: [population], y: [rateAt(curve, population)],
                           texts: [`${prefix}${device} overtakes ${beside} at ${from}`] });
    }
  }
  return figure;
}

/** The tables of a benchmark: {name, folded, headings, rows}. */
function throughputTables({ name, result }) {
  const marked = (text, unsteady) => unsteady ? `~${text}` : text;
  const ratio = (one) =>
      marked(`${one.ratio.toFixed(2)} at ${short(one.population)}`, one.unsteady);
  const pairs = (result.wins_from ?? []).map(({ device, beside, what, population, unsteady }) => {
    const ratios = result.ratios.filter((one) => one.device === device && one.beside === beside && one.what === what)
      .sort((a, b) => a.population - b.population);
    const from = population === null ? "not at the largest"
      : population <= ratios[0].population ? "every population" : marked(`about ${rough(population)}`, unsteady);
    return [device, beside, what, ratio(ratios[0]), ratio(ratios.at(-1)), from];
  });
  const rates = result.measurements.map(({what, device, population, unit, items, seconds, unsteady}) => {
      const [low, middle, high] = [0.25, 0.5, 0.75].map((order) => quantile([...seconds].sort((a, b) => a - b), order));
      return [
          what, device, short(population), unit, marked(short(items / middle), unsteady),
          `${rough(100 * (high - low) / middle)} %`
      ];
  });
  return [
      {
          name: `Devices compared: ${name}. Ratios of rates; ~: a spread over 25 %`,
          rows: pairs,
          headings:
              ['device', 'compared with', 'measurement', 'smallest population', 'largest population', 'faster from']
      },
      {
          name: `Rates: ${
              name}. Spread: distance of the quartiles, as a share of the median; ~: over 25 %`,
          folded: true,
          rows: rates,
          headings: ['measurement', 'device', 'population', 'unit', 'per second', 'spread']
      }
  ].filter(({rows}) => rows.length);
}

/** A sentence about every curve, for readers who do not see the figure. */
function descriptionOf({ title, of, note, x, y, curves, points }) {
  let text = `${title}. ${y.label} by ${x.label}.`;
  if (of) text += ` Of: ${of}.`;
  if (note) text += ` ${note}.`;
  for (const curve of curves.filter((each) => each.x.length)) {
    const [from, at, to, end] = [curve.y[0], curve.x[0], curve.y.at(-1), curve.x.at(-1)].map(short);
    text += ` ${curve.name}: from ${from} at ${at} to ${to} at ${end}.`;
  }
  for (const each of points) text += ` ${each.name}: ${each.x.length}.`;
  return text;
}

/** What a report holds, of one puzzle only; of all if it is undefined. */
function materialOf({ runs, histories, benchmarks }, puzzle) {
  const isOf = (each) => puzzle === undefined || each.puzzle === puzzle;
  const of = (values, key) => [...new Set(values.map((each) => each[key]))];
  const all = of([...runs, ...histories], "puzzle"), names = shortNames(all);
  const named = (history) => {
    const island = history.islands > 1 ? `, island ${history.island} of ${history.islands}` : "";
    return `${history.configuration}, seed ${history.seed}, ${names[all.indexOf(history.puzzle)]}${island}`;
  };
  return { puzzles: all, names, puzzle: names[all.indexOf(puzzle)], runs: runs.filter(isOf), benchmarks,
           configurations: of(runs, "configuration"),
           histories: histories.filter(isOf).map((history) => ({ ...history, name: named(history) })) };
}

/** The choices of each section: {label, figures, board, best, note}. `figures` makes them; `board` is a history. One of the
    lowest `best` is shown first. A note stands in place of figures. */
function choicesOf(material) {
  const { runs, histories, benchmarks, puzzle, puzzles } = material;
  const byMeasure = (figure, some) => some.map((measure) => ({ label: measure.id, figures: () => [figure(material, measure)] }));
  const nothing = (note) => [{ label: "", figures: () => [], note }];
  const isPooled = puzzle === undefined && puzzles.length > 1;
  return {
    convergence: isPooled ? nothing("Costs of different puzzles are not pooled. Choose a puzzle at the top.")
      : runs.some((run) => run.steps.length) ? byMeasure(convergenceFigure, measures)
      : nothing("No run of this puzzle has a history."),
    runs: histories.length ? histories.map((history, k) => {
      const figures = () => [populationFigure, diversityFigure].map((figure) => figure(history, `run-${k + 1}`));
      return { label: history.name, figures: () => figures().filter(Boolean), board: history,
               best: lowest(history.columns.best_so_far) };
    }) : nothing("This page has no run of this puzzle generation by generation. With --runs N, report shows more runs."),
    solutions: runs.some((run) => run.status !== "running") ? byMeasure(solutionsFigure, measures.slice(0, 3))
      : nothing("No run of this puzzle has ended."),
    throughput: worksOf(benchmarks).map((what) => ({ label: what, figures: () => [throughputFigure(benchmarks, what)] })),
  };
}
