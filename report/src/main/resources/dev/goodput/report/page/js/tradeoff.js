// Cost, quality, speed and energy of runs against the first one: a Pareto chart for each pair of aspects.
import { h, svg, responsive, legend, scrolled, table } from './dom.js';
import { axes } from './axes.js';
import { labels } from './labels.js';
import { linearScale } from './scale.js';
import { KEYS, SHAPES } from './frontier.js';

// Of quality a change is a difference in points, of all others a ratio. sign: 1 if more is worse.
const NAMES = { cost: ['cost', 1], quality: ['quality', -1], speed: ['TTFT p95', 1], energy: ['energy per token', 1] };
const PAIRS = [['cost', 'quality'], ['cost', 'speed'], ['speed', 'quality'], ['energy', 'speed'], ['energy', 'quality']];
const unit = aspect => (aspect === 'quality' ? 'points' : '%');
const signed = value => `${value < 0 ? '−' : value > 0 ? '+' : ''}${Math.abs(value).toFixed(Math.abs(value) < 10 ? 1 : 0)}`;

// A tick at 0 may be a sum of fractions that is not quite 0.
const tick = value => (Math.abs(value) < 1e-9 ? '0' : `${value < 0 ? '−' : '+'}${Number(Math.abs(value).toPrecision(3))}`);

export function tradeoffs(found) {
  const many = found.tradeoffs.some(each => each.load !== found.tradeoffs[0].load);
  const points = found.tradeoffs.filter(each => each.changes.length > 0).map(each => ({
    run: found.runs.findIndex(run => run.label === each.run),
    label: many ? `${each.run} ${each.load}` : each.run,
    by: Object.fromEntries([...each.changes].reverse().map(change => [change.aspect, change])),
    beaten: found.dominated.filter(other => other.run === each.run && other.load === each.load).map(other => other.by),
  }));
  const beatenA = found.dominated.filter(each => each.run === 'A');
  const names = found.runs.map(run => `${run.label}: ${run.name}`);
  return [
    ...found.tradeoffs.map(each => h('div', { class: 'tradeoff' }, h('p', null, h('strong', null, `${many ? `${each.load}: ` : ''}${each.sentence}`)), h('p', null, each.pareto), each.missing.length > 0 && h('ul', { class: 'notes' }, each.missing.map(reason => h('li', null, reason))))),
    found.dominated.length > 0 && h('p', null, `Dominated: ${found.dominated.map(each => `${each.run} by ${each.by}${many ? ` at ${each.load}` : ''}`).join(', ')}.`),
    ...PAIRS.filter(pair => points.some(p => pair.every(aspect => p.by[aspect]))).map(pair => figure(pair, points.filter(p => pair.every(aspect => p.by[aspect])), beatenA, names)),
    points.length > 0 && scrolled('Changes against A', changes(points)),
  ];
}

function changes(points) {
  const aspects = Object.keys(NAMES).filter(aspect => points.some(p => p.by[aspect]));
  return table(['run', ...aspects.map(aspect => `${NAMES[aspect][0]}, ${unit(aspect)}`), 'dominated by'],
    points.map(p => [p.label, ...aspects.map(aspect => words(p.by[aspect])), p.beaten.join(', ') || 'no run']));
}

function words(change) {
  if (!change) return 'unknown';
  const interval = change.low === undefined || change.high === undefined ? '' : ` (${signed(100 * change.low)} to ${signed(100 * change.high)})`;
  return `${signed(100 * change.change)}${interval}`;
}

function figure([across, up], points, beatenA, names) {
  const box = h('div');
  responsive(box, width => draw(across, up, points, beatenA, width));
  const better = aspect => (NAMES[aspect][1] > 0 ? (aspect === across ? 'left' : 'down') : (aspect === across ? 'right' : 'up'));
  return h('figure', { class: 'frontier tradeoff-figure' }, h('figcaption', null, `${NAMES[across][0]} × ${NAMES[up][0]}`,
    h('span', { class: 'muted' }, `change against A; further ${better(across)} and ${better(up)} is better; hollow marks are dominated`)), box,
  legend(...names.map((name, run) => [`frontier-key ${KEYS[run % KEYS.length]} shape-${run % SHAPES.length}`, name])));
}

function draw(across, up, points, beatenA, width) {
  const height = 330, left = 66, right = width - 16, base = height - 46, top = 26;
  const ends = aspect => [0, ...points.flatMap(p => [p.by[aspect].low, p.by[aspect].high, p.by[aspect].change].filter(value => value !== undefined).map(value => 100 * value))];
  const scale = (aspect, from, to) => {
    const all = ends(aspect), low = Math.min(...all), high = Math.max(...all), room = Math.max(1, 0.12 * (high - low));
    return linearScale(low - room, high + room, from, to);
  };
  const x = scale(across, left, right), y = scale(up, base, top);
  const at = p => ({ x: x(100 * p.by[across].change), y: y(100 * p.by[up].change) });
  const origin = { x: x(0), y: y(0) };
  return svg('svg', { class: 'chart levels', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': points.map(p => `${p.label}: ${NAMES[across][0]} ${words(p.by[across])} ${unit(across)}, ${NAMES[up][0]} ${words(p.by[up])} ${unit(up)}`).join('; ') },
    axes({ x, y, xText: tick, yText: tick, xTitle: `change of ${NAMES[across][0]}, ${unit(across)}`, yTitle: `change of ${NAMES[up][0]}, ${unit(up)}` }, { left, right, top, base }),
    svg('line', { class: 'frontier-line', x1: left, x2: right, y1: origin.y, y2: origin.y }),
    svg('line', { class: 'frontier-line', x1: origin.x, x2: origin.x, y1: top, y2: base }),
    points.map(p => bars(p, p.by[across], p.by[up], x, y)),
    mark(0, origin, beatenA.length > 0, 'A: the base of the comparison'),
    points.map(p => mark(p.run, at(p), p.beaten.length > 0, `${p.label}: ${NAMES[across][0]} ${words(p.by[across])}, ${NAMES[up][0]} ${words(p.by[up])}${p.beaten.length > 0 ? `; dominated by ${p.beaten.join(', ')}` : ''}`)),
    labels([{ ...origin, text: 'A', strong: beatenA.length === 0 }, ...points.map(p => ({ ...at(p), text: p.label, strong: p.beaten.length === 0 }))], 7, left, right));
}

function mark(run, at, beaten, title) {
  return svg('path', { class: `frontier-mark ${KEYS[run % KEYS.length]}${beaten ? ' beaten' : ''}`, transform: `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})`, d: SHAPES[run % SHAPES.length](5.5) }, svg('title', null, title));
}

function bars(p, across, up, x, y) {
  const key = KEYS[p.run % KEYS.length], cx = x(100 * across.change), cy = y(100 * up.change);
  return [
    across.low !== undefined && across.high !== undefined && svg('line', { class: `frontier-bar ${key}`, x1: x(100 * across.low), x2: x(100 * across.high), y1: cy, y2: cy }),
    up.low !== undefined && up.high !== undefined && svg('line', { class: `frontier-bar ${key}`, x1: cx, x2: cx, y1: y(100 * up.low), y2: y(100 * up.high) }),
  ];
}
