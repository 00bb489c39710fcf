// A latency distribution on a logarithmic axis, with the bands of how it feels, the SLO's bound and
// the percentiles.
import { h, svg, responsive, legend, tableOf } from './dom.js';
import { duration, shortDuration, count, share } from './format.js';
import { axes } from './axes.js';
import { linearScale, logScale } from './scale.js';

const HEIGHT = 350, TOP = 104, BOTTOM = 46, LEFT = 46, RIGHT = 14;

export function distribution(metric) {
  const total = metric.counts.reduce((a, b) => a + b, 0);
  const box = h('div');
  responsive(box, width => draw(metric, width, total));
  const caption = h('figcaption', null, `${metric.name} distribution`,
    h('span', { class: 'muted' }, `${count(total)} ${metric.of}`));
  return h('figure', null, caption, box,
    legend(['bar-key', `share of ${metric.of} per bin`], ...(metric.threshold ? [['line dash', `SLO ${shortDuration(metric.threshold)}`]] : [])),
    tableOf('Bins as a table', ['from', 'to', 'count'], () => metric.counts
      .map((n, i) => [duration(metric.edges[i]), duration(metric.edges[i + 1]), count(n)])
      .filter((_, i) => metric.counts[i] > 0)));
}

function range(metric) {
  const used = metric.counts.map((n, i) => (n > 0 ? i : -1)).filter(i => i >= 0);
  let low = metric.edges[used[0]], high = metric.edges[used.at(-1) + 1];
  if (metric.threshold && metric.threshold < high * 30 && metric.threshold > low / 30) {
    low = Math.min(low, metric.threshold * 0.8);
    high = Math.max(high, metric.threshold * 1.3);
  }
  const least = 1.6;
  if (high / low < least) { const mid = Math.sqrt(high * low); low = mid / Math.sqrt(least); high = mid * Math.sqrt(least); }
  return [low, high];
}

function draw(metric, width, total) {
  if (total === 0) return h('p', { class: 'muted' }, 'No request has this figure: not applicable.');
  const [low, high] = range(metric);
  const x = logScale(low, high, LEFT, width - RIGHT);
  const peak = Math.max(...metric.counts);
  const base = HEIGHT - BOTTOM, y = linearScale(0, peak / total, base, TOP);
  const label = `${metric.name}, ${count(total)} ${metric.of}: ` + metric.marks
    .map(mark => `${mark.name} ${duration(mark.value)}`).join(', ') + '.';
  const lines = linesOf(metric, x, low, high);
  return svg('svg', { class: 'chart distribution', viewBox: `0 0 ${width} ${HEIGHT}`, role: 'img', 'aria-label': label },
    ...zones(metric, x, low, high).map(zone => shade(zone, base)), bars(metric, x, y, base, total),
    axes({ x, y, xText: shortDuration, yText: percent, xTitle: `${metric.name}, log scale`, yTitle: `% of ${metric.of}`, yTicks: 3 }, { left: LEFT, right: width - RIGHT, top: 23, base }),
    marks(lines, base, width), ...zones(metric, x, low, high).map(zone => zoneName(zone, lines)));
}

// The bands that are seen, each with its place.
function zones(metric, x, low, high) {
  let from = low;
  return (metric.bands ?? []).flatMap((band, at) => {
    const to = Math.min(high, band.below ?? Infinity);
    if (to <= from) return [];
    const left = x(from), wide = x(to) - left;
    from = to;
    return [{ name: band.name, odd: at % 2 === 1, left, wide }];
  });
}

function shade({ odd, left, wide }, base) {
  return svg('rect', { class: odd ? 'zone odd' : 'zone', x: left, y: TOP - 18, width: wide, height: base - TOP + 18 });
}

// Beside the lines that stand in its band, where there is room.
function zoneName({ name, left, wide }, lines) {
  const long = name.length * 6.6, spare = wide - long;
  if (spare <= 0) return false;
  const steps = Array.from({ length: 19 }, (_, i) => spare * (i + 1) / 20);
  const at = [spare / 2, 4, spare - 4, ...steps].map(off => left + off).find(from => clear(lines, from, from + long)) ?? left + spare / 2;
  return svg('text', { class: 'zone-name', x: at + long / 2, y: TOP - 6, 'text-anchor': 'middle' }, name);
}

function bars(metric, x, y, base, total) {
  return metric.counts.map((n, i) => {
    if (n === 0) return undefined;
    const left = x(metric.edges[i]), right = x(metric.edges[i + 1]);
    const over = metric.threshold && metric.edges[i] >= metric.threshold * 0.9999;
    return svg('rect', { class: over ? 'bars over' : 'bars', x: left + 0.5, y: y(n / total), width: Math.max(0.8, right - left - 1), height: base - y(n / total), rx: 1 },
      svg('title', null, `${duration(metric.edges[i])} to ${duration(metric.edges[i + 1])}: ${count(n)} (${share(n / total)})`));
  });
}

const percent = value => `${Number((value * 100).toPrecision(3))} %`;

// What stands over the bars as a line, from left to right: the percentiles and the SLO's bound.
function linesOf(metric, x, low, high) {
  const all = metric.marks.map(({ name, value }) => ({ value, text: `${name} ${duration(value)}`, line: `mark mark-${name}`, words: `mark-${name}` }));
  if (metric.threshold) all.push({ value: metric.threshold, text: `SLO ${shortDuration(metric.threshold)}`, line: 'slo-line', words: 'strong' });
  return all.filter(({ value }) => value >= low && value <= high * 1.0001).sort((a, b) => a.value - b.value).map(each => ({ ...each, at: x(each.value) }));
}

const clear = (lines, from, to, own) => lines.every(line => line === own || line.at < from - 3 || line.at > to + 3);

// Labels hang at the top, over their lines or to a side of them, so that no other line crosses one;
// where two would touch, the later one goes a line lower. There are as many rows as labels.
function marks(lines, base, width) {
  const rows = lines.map(() => -Infinity);
  const placed = lines.map(line => {
    const wide = line.text.length * 7.7, inside = left => Math.min(Math.max(0, left), width - wide);
    const places = [line.at - wide / 2, line.at - wide + 4, line.at - 4].map(inside);
    const fits = rows.flatMap((end, row) => places.filter(left => left > end + 8).map(left => ({ row, left })));
    const { row, left } = fits.find(place => clear(lines, place.left, place.left + wide, line)) ?? fits[0];
    rows[row] = left + wide;
    return { ...line, x: left + wide / 2, height: 34 + row * 15 };
  });
  return [placed.map(line => svg('line', { class: line.line, x1: line.at, x2: line.at, y1: line.height + 4, y2: base })),
    placed.map(line => svg('text', { class: line.words, x: line.x, y: line.height, 'text-anchor': 'middle' }, line.text))];
}
