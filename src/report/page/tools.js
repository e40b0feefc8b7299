// Colours, elements and numbers for all of a report.
"use strict";

const root = document.documentElement;
const palettes = {
  light: ["#0072b2", "#d55e00", "#009e73", "#b5508f", "#8c6d00", "#3a8ec0", "#8c564b", "#6b6b6b"],
  dark: ["#56b4e9", "#ff9a57", "#2bcba0", "#f0a3cb", "#e8c547", "#9cd6ff", "#d3a08f", "#bdbdbd"],
};
const color = (number) => {
  const palette = palettes[root.dataset.theme];
  return palette[number % palette.length];
};
const variable = (name) => getComputedStyle(root).getPropertyValue(name).trim();

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const lowest = (values) => values.reduce((a, b) => Math.min(a, b), Infinity);
const highest = (values) => values.reduce((a, b) => Math.max(a, b), -Infinity);

/** 1234567 -> "1.23 M", 0.00012 -> "0.00012". */
function short(value) {
  const prefixes = [[1e12, " T"], [1e9, " G"], [1e6, " M"], [1e3, " k"]];
  for (const [unit, prefix] of prefixes) {
    if (Math.abs(value) >= unit) return String(Number((value / unit).toPrecision(3))) + prefix;
  }
  return String(Number(value.toPrecision(3)));
}

/** With the two digits that a reading between two measured points is worth: 123456 -> "120 k". */
const rough = (value) => short(Number(value.toPrecision(2)));
