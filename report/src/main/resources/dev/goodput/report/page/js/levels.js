// Load levels against each other: what more load buys and what it costs.
import { h, percentile, responsive, svg } from './dom.js';
import { duration, plainNumber, rate, share, shortDuration } from './format.js';
import { linearScale, logScale } from './scale.js';
import { frontierFigure } from './frontier.js';
import { labels } from './labels.js';
import { axes } from './axes.js';

// Where there are too few requests for a percentile the maximum is drawn for it.
const orMax = (dist, key) => dist?.[key] ?? dist?.max;

export function levelsPart(levels, frontier) {
  const box = h('div');
  const points = levels.map((level, at) => ({ level, at, x: level.document.output_tps, y: orMax(level.document.ttft_ms ?? level.document.e2el_ms, 'p95') }))
    .filter(point => point.x !== undefined && point.y !== undefined && point.y > 0);
  const name = levels.some(level => level.document.ttft_ms) ? 'TTFT' : 'E2EL';
  responsive(box, width => draw(points, width, name));
  return [h('figure', null, h('figcaption', null, `${name} p95 against output throughput`, h('span', { class: 'muted' }, 'lower and further right is better; ◎ meets the SLO')), box), ...speeds(levels, frontier), levelTable(levels)];
}

// More users at once buy throughput with speed: which levels no other beats in both.
function speeds(levels, frontier) {
  const points = frontier.map(({ level, beaten_by: beaten }) => ({
    run: 0, group: 0, label: levels[level].name, beaten: beaten && `beaten by ${beaten}`, speed: levels[level].document.output_tps_per_user, all: levels[level].document.output_tps }));
  return points.length > 1 ? [frontierFigure(points, [''], 'output tokens/s of all users')] : [];
}

function draw(points, width, name) {
  if (points.length === 0) return h('p', { class: 'muted' }, 'No level has both figures.');
  const height = 340, left = 74, base = height - 46, place = { left, right: width - 16, top: 26, base };
  const x = linearScale(0, Math.max(...points.map(p => p.x)) * 1.12, left, width - 16);
  const y = logScale(Math.min(...points.map(p => p.y)) * 0.7, Math.max(...points.map(p => p.y)) * 1.5, base, 26);
  const d = points.map((p, i) => `${i ? 'L' : 'M'}${x(p.x).toFixed(1)} ${y(p.y).toFixed(1)}`).join('');
  return svg('svg', { class: 'chart levels', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': points.map(p => `${p.level.name}: ${rate(p.x)} output tokens per second, ${name} p95 ${duration(p.y)}`).join('; ') },
    axes({ x, y, xText: plainNumber, yText: shortDuration, xTitle: 'output tokens/s', yTitle: `${name} p95, log scale` }, place), svg('path', { class: 'arrived', d }),
    points.map(p => svg('g', { transform: `translate(${x(p.x)} ${y(p.y)})` },
      svg('circle', { r: 6, class: p.level.met === false ? 'level-miss' : 'level-meet' }), p.level.met === true && p.level.state === 'good' && svg('circle', { r: 10, class: 'level-ring' }))),
    labels(points.map(p => ({ x: x(p.x), y: y(p.y), text: p.level.name, strong: true })), 10, left, width));
}

function levelTable(levels) {
  const latency = (title, part, key) => [title, d => orMax(d[part], key), d => percentile(d[part], key)];
  const figure = (title, get, format) => [title, get, d => format(get(d))];
  const whole = d => d.window?.rates_of_whole_run === true;
  const ofTime = (title, get) => [title, get, d => `${rate(get(d))}${whole(d) && get(d) !== undefined ? ' *' : ''}`];
  const columns = [
    ofTime('requests/s', d => d.rps), ofTime('output tok/s', d => d.output_tps),
    latency('TTFT p50', 'ttft_ms', 'p50'), latency('TTFT p95', 'ttft_ms', 'p95'), latency('TPOT p50', 'tpot_ms', 'p50'), latency('TPOT p95', 'tpot_ms', 'p95'),
    latency('E2EL p95', 'e2el_ms', 'p95'), figure('attainment', d => d.goodput?.attainment, share),
  ].filter(([, get]) => levels.some(level => get(level.document) !== undefined));
  const table = h('div', { class: 'table-scroll', tabindex: '0', role: 'region', 'aria-label': 'Load levels' }, h('table', { class: 'level-table' },
    h('thead', null, h('tr', null, h('th', { scope: 'col' }, 'load'), h('th', { scope: 'col', class: 'words' }, 'verdict'), columns.map(([title]) => h('th', { scope: 'col' }, title))),
      h('tr', null, h('td', { class: 'words', colspan: '2' }, h('span', { class: 'muted small' }, 'from the first level to the last')), columns.map(([title, get]) => h('td', null, spark(levels.map(l => l.in_full ? get(l.document) : undefined), title))))),
    h('tbody', null, levels.map(level => h('tr', { class: level.best ? 'best' : '' }, h('th', { scope: 'row' }, level.name),
      h('td', { class: 'words' }, h('span', { class: `pill ${level.state}` }, level.verdict), level.best && h('strong', null, ' ◂ best')),
      columns.map(([, , text]) => h('td', null, text(level.document))))))));
  return levels.some(level => whole(level.document)) ? h('div', null, table, h('p', { class: 'muted small' }, '* of the whole run: the window is shorter than twice the mean E2EL')) : table;
}

// What is of less than was asked for is not drawn beside what was.
function spark(values, title) {
  const known = values.filter(v => v !== undefined), low = Math.min(...known), high = Math.max(...known);
  const d = values.map((v, i) => (v === undefined ? '' : `${i ? 'L' : 'M'}${(i / Math.max(1, values.length - 1) * 96 + 2).toFixed(1)} ${(22 - (v - low) / ((high - low) || 1) * 20).toFixed(1)}`)).join('').replace(/^L/, 'M');
  return svg('svg', { class: 'spark', viewBox: '0 0 100 24', preserveAspectRatio: 'none', role: 'img', 'aria-label': `${title} over the levels` }, svg('path', { d, 'vector-effect': 'non-scaling-stroke' }));
}
