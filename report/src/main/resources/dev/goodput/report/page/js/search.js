// The search for the highest load that keeps an SLO: what each stretch showed, and how the interval shrank.
import { h, svg, part, responsive, table } from './dom.js';
import { rate, count, share } from './format.js';
import { linearScale } from './scale.js';

const perSecond = value => (value === undefined ? 'open' : rate(value));

export function searchPart(document) {
  const found = document.search;
  const lead = found.max_goodput_rps === undefined ? 'It ended before there was anything to estimate from.'
    : `${share(found.attainment_target)} of arrivals keep the SLO up to ${rate(found.max_goodput_rps)} requests per second; the 95 % interval is ${rate(found.low_rps)} to ${perSecond(found.high_rps)}. Claim its lower bound.`;
  return part('search', 'Search', lead, found.stretches.length > 0 && h('div', { class: 'columns' },
    figure('Attainment against the load that came', 'each point is a stretch of the search', width => attainment(found, width)),
    figure('Max goodput, as known after each stretch', 'with its 95 % interval', width => trace(found, width))), steps(found));
}

function figure(title, note, draw) {
  const box = h('div');
  responsive(box, draw);
  return h('figure', null, h('figcaption', null, title, h('span', { class: 'muted' }, note)), box);
}

const clamped = (value, least, most) => Math.min(most, Math.max(least, value ?? most));

function attainment(found, width) {
  const height = 280, left = 62, right = width - 16, base = height - 40, top = 14;
  const loads = found.stretches.map(s => s.load_rps), goods = found.stretches.map(s => s.attainment);
  const low = Math.min(...loads, found.low_rps) * 0.98, high = Math.max(...loads, found.max_goodput_rps) * 1.02;
  const x = linearScale(low, high, left, right);
  const y = linearScale(Math.max(0, Math.min(...goods, found.attainment_target) - 0.02), 1, base, top);
  const from = x(clamped(found.low_rps, low, high)), to = x(clamped(found.high_rps, low, high));
  return svg('svg', { class: 'chart levels', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': found.stretches.map(s => `${rate(s.load_rps)} per second: ${share(s.attainment)} good`).join('; ') },
    svg('rect', { class: 'search-interval', x: from, y: top, width: Math.max(1, to - from), height: base - top }),
    y.ticks(4).map(t => svg('g', null, svg('line', { class: 'tick', x1: left, x2: right, y1: y(t), y2: y(t) }), svg('text', { x: left - 8, y: y(t) + 4, 'text-anchor': 'end' }, share(t)))),
    x.ticks(Math.max(3, Math.floor(width / 110))).map(t => svg('text', { x: x(t), y: base + 18, 'text-anchor': 'middle' }, rate(t))),
    svg('text', { x: (left + right) / 2, y: height - 4, 'text-anchor': 'middle' }, 'requests/s that came, each weighed by its tokens'),
    svg('line', { class: 'axis', x1: left, x2: right, y1: base, y2: base }),
    svg('line', { class: 'search-target', x1: left, x2: right, y1: y(found.attainment_target), y2: y(found.attainment_target) }),
    found.stretches.map(s => svg('circle', { cx: x(s.load_rps), cy: y(s.attainment), r: 5, class: s.attainment < found.attainment_target ? 'level-miss' : 'level-meet' })));
}

function trace(found, width) {
  const height = 280, left = 62, right = width - 16, base = height - 40, top = 14;
  const known = found.stretches, last = found.max_goodput_rps;
  const low = Math.max(last * 0.7, Math.min(...known.map(s => s.low_rps))), high = Math.min(last * 1.3, Math.max(...known.map(s => s.high_rps ?? last * 1.3)));
  const x = linearScale(0.5, known.length + 0.5, left, right), y = linearScale(low * 0.99, high * 1.01, base, top);
  const at = value => y(clamped(value, low * 0.99, high * 1.01));
  return svg('svg', { class: 'chart levels', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': known.map((s, i) => `after stretch ${i + 1}: ${rate(s.max_goodput_rps)}, ${rate(s.low_rps)} to ${perSecond(s.high_rps)}`).join('; ') },
    y.ticks(5).map(t => svg('g', null, svg('line', { class: 'tick', x1: left, x2: right, y1: y(t), y2: y(t) }), svg('text', { x: left - 8, y: y(t) + 4, 'text-anchor': 'end' }, rate(t)))),
    known.map((s, i) => svg('g', null, svg('line', { class: 'search-bar', x1: x(i + 1), x2: x(i + 1), y1: at(s.low_rps), y2: at(s.high_rps) }),
      svg('circle', { cx: x(i + 1), cy: at(s.max_goodput_rps), r: 4, class: 'level-meet' }),
      (known.length < 16 || i % 5 === 4) && svg('text', { x: x(i + 1), y: base + 18, 'text-anchor': 'middle' }, String(i + 1)))),
    svg('text', { x: (left + right) / 2, y: height - 4, 'text-anchor': 'middle' }, 'stretch'),
    svg('line', { class: 'axis', x1: left, x2: right, y1: base, y2: base }));
}

function steps(found) {
  const rows = [];
  const alone = found.unloaded;
  if (alone.requests > 0) rows.push(['alone', 'one after another', '', `${count(alone.good)} of ${count(alone.requests)}`, '', '']);
  found.floods.forEach(f => rows.push(['flood', `${count(f.requests)} at once`, perSecond(f.rps), '', '', '']));
  found.stretches.forEach((s, i) => rows.push([`stretch ${i + 1}`, rate(s.rate_asked), rate(s.load_rps), `${count(s.good)} of ${count(s.arrivals)}`, rate(s.max_goodput_rps), `${rate(s.low_rps)}–${perSecond(s.high_rps)}`]));
  return h('div', { class: 'table-scroll', tabindex: '0', role: 'region', 'aria-label': 'Steps of the search' }, table(['step', 'asked/s', 'came/s', 'good', 'max goodput', '95 % interval'], rows));
}
