// Speed for a user against throughput of all: the loads that no other beats, and those that one does.
import { h, svg, responsive, legend } from './dom.js';
import { plainNumber, rate } from './format.js';
import { labels } from './labels.js';
import { axes } from './axes.js';
import { linearScale } from './scale.js';

// Runs are told apart by shape as well as by colour.
export const SHAPES = [
  r => `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`,
  r => `M${-r} ${-r}H${r}V${r}H${-r}Z`,
  r => `M0 ${-1.35 * r}L${1.25 * r} ${0.95 * r}H${-1.25 * r}Z`,
  r => `M0 ${-1.4 * r}L${1.4 * r} 0L0 ${1.4 * r}L${-1.4 * r} 0Z`,
];
export const KEYS = ['series-a', 'series-b', 'series-c', 'series-d'];

// points: {run, name, label, speed, all, beaten (by whom, in words), group, speedLow, speedHigh, allLow, allHigh}, run from 0; names of the runs.
export function frontierFigure(points, names, unit) {
  const box = h('div');
  responsive(box, width => draw(points, names, unit, width));
  return h('figure', { class: 'frontier' }, h('figcaption', null, 'Speed for a user against throughput of all',
    h('span', { class: 'muted' }, 'further up and right is better; filled marks: no other load is better in both')), box,
  names.length > 1 && legend(...names.map((name, run) => [`frontier-key ${KEYS[run % KEYS.length]} shape-${run % SHAPES.length}`, name])));
}

function draw(points, names, unit, width) {
  if (points.length === 0) return h('p', { class: 'muted' }, 'No load has both figures.');
  const height = 390, left = 66, right = width - 16, base = height - 46, top = 26;
  const x = linearScale(0, Math.max(...points.map(p => p.speedHigh ?? p.speed)) * 1.1, left, right);
  const y = linearScale(0, Math.max(...points.map(p => p.allHigh ?? p.all)) * 1.12, base, top);
  return svg('svg', { class: 'chart levels', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': points.map(p => `${p.label}: ${rate(p.speed)} tokens per second for a user, ${rate(p.all)} in all, ${p.beaten || 'on the frontier'}`).join('; ') },
    axes({ x, y, xText: plainNumber, yText: plainNumber, xTitle: 'output tokens/s for one user', yTitle: unit }, { left, right, top, base }),
    [...new Set(points.map(p => p.group))].map(group => svg('path', { class: 'frontier-line', d: stairs(points.filter(p => p.group === group && !p.beaten), x, y) })),
    points.map(p => intervals(p, x, y)),
    points.map(p => svg('path', { class: `frontier-mark ${KEYS[p.run % KEYS.length]}${p.beaten ? ' beaten' : ''}`, transform: `translate(${x(p.speed).toFixed(1)} ${y(p.all).toFixed(1)})`, d: SHAPES[p.run % SHAPES.length](5.5) },
      svg('title', null, `${p.label}: ${rate(p.speed)} tok/s for a user, ${rate(p.all)} ${unit}${p.beaten ? `; ${p.beaten}` : ''}`))),
    labels(points.map(p => ({ x: x(p.speed), y: y(p.all), text: p.label, strong: !p.beaten })), 7, left, right));
}

// What is as good as a point on the line or worse lies below and left of it.
function stairs(points, x, y) {
  const sorted = [...points].sort((a, b) => a.speed - b.speed);
  return sorted.map((p, i) => (i ? `V${y(p.all).toFixed(1)}H${x(p.speed).toFixed(1)}` : `M${x(p.speed).toFixed(1)} ${y(p.all).toFixed(1)}`)).join('');
}

function intervals(p, x, y) {
  const key = KEYS[p.run % KEYS.length];
  return [
    p.speedLow !== undefined && svg('line', { class: `frontier-bar ${key}`, x1: x(p.speedLow), x2: x(p.speedHigh), y1: y(p.all), y2: y(p.all) }),
    p.allLow !== undefined && svg('line', { class: `frontier-bar ${key}`, x1: x(p.speed), x2: x(p.speed), y1: y(p.allLow), y2: y(p.allHigh) }),
  ];
}
