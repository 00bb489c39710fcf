// The search for the highest load that keeps an SLO: what each segment showed, and how the interval shrank.
import { h, svg, part, responsive, scrolled, table, legend } from './dom.js';
import { axes } from './axes.js';
import { plainNumber, rate, count, share } from './format.js';
import { linearScale } from './scale.js';

const perSecond = value => (value === undefined ? 'open' : rate(value));

export function searchPart(document) {
  const found = document.search;
  const lead = [told(found), checked(found)].filter(text => text).join(' ');
  return part('search', 'Search', lead, found.stretches.length > 0 && h('div', { class: 'columns' },
    figure('SLO attainment against load', 'each point is a segment of the search, its load weighted by tokens', width => attainment(found, width),
      legend(['round meets', `${share(found.attainment_target)} or more within the SLO`], ['round misses', 'fewer'], ['line dash series-b', `target: ${share(found.attainment_target)}`], hasInterval(found) && ['shaded', '95 % interval of max goodput'])),
    figure('Estimate of max goodput after each segment', 'with its 95 % interval', width => trace(found, width))), steps(found));
}

function told(found) {
  const kept = `${share(found.attainment_target)} of arrivals meet the SLO`, unit = `${found.unit} per second`;
  if (found.stretches.length === 0) return 'The search ended before it had data for an estimate.';
  if (found.max_goodput_rps !== undefined) return `${kept} up to ${rate(found.max_goodput_rps)} ${unit}. The 95 % interval is ${between(found)}.${found.claim_rps === undefined ? '' : ' Claim its lower bound.'}`;
  if (found.low_rps !== undefined) return `${kept} at ${atLeast(found.low_rps)} ${unit} at least. The limit is outside the loads that were sent.`;
  return found.high_rps === undefined ? 'The limit is outside the loads that were sent.' : `The limit is below ${rate(found.high_rps)} ${unit}, the lowest load that was sent.`;
}

function checked(found) {
  const check = found.verification;
  if (!check) return found.unverified && `The load at the claim did not finish: ${found.unverified}.`;
  return `Verified at ${rate(check.rate_asked)} with new requests: ${share(check.attainment)} of ${count(check.arrivals)} arrivals were good (${share(check.attainment_low)} to ${share(check.attainment_high)}).${check.verdict === 'aside' ? ' That does not verify the load claimed here.' : ''}${found.unverified ? ` The verification did not finish: ${found.unverified}.` : ''}`;
}

// A lower bound is rounded down, as the claim is: the first three of its decimal digits.
function atLeast(value) {
  const [digits, exponent] = value.toExponential().split('e');
  return rate(Number(`${digits.slice(0, 4)}e${exponent}`));
}

const between = step => `${step.low_rps === undefined ? 'open' : atLeast(step.low_rps)}–${perSecond(step.high_rps)}`;

function known(step) {
  if (step.max_goodput_rps !== undefined) return rate(step.max_goodput_rps);
  if (step.low_rps !== undefined) return `≥ ${atLeast(step.low_rps)}`;
  return step.high_rps === undefined ? 'not known' : `< ${rate(step.high_rps)}`;
}

const hasInterval = found => found.low_rps !== undefined || found.high_rps !== undefined;

function figure(title, note, draw, below) {
  const box = h('div');
  responsive(box, draw);
  return h('figure', null, h('figcaption', null, title, h('span', { class: 'muted' }, note)), box, below);
}

const clamped = (value, least, most) => Math.min(most, Math.max(least, value ?? most));

function attainment(found, width) {
  const height = 300, left = 62, right = width - 16, base = height - 46, top = 26, place = { left, right, top, base };
  const loads = found.stretches.map(s => s.load_rps), goods = found.stretches.map(s => s.attainment);
  const low = Math.min(...loads, found.low_rps ?? loads[0]) * 0.98, high = Math.max(...loads, found.max_goodput_rps ?? loads[0]) * 1.02;
  const x = linearScale(low, high, left, right);
  const y = linearScale(Math.max(0, Math.min(...goods, found.attainment_target) - 0.02), 1, base, top);
  const from = x(clamped(found.low_rps ?? low, low, high)), to = x(clamped(found.high_rps, low, high));
  return svg('svg', { class: 'chart levels', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': found.stretches.map(s => `${rate(s.load_rps)} per second: ${share(s.attainment)} good`).join('; ') },
    hasInterval(found) && svg('rect', { class: 'search-interval', x: from, y: top, width: Math.max(1, to - from), height: base - top }),
    axes({ x, y, xText: plainNumber, yText: t => `${plainNumber(t * 100)} %`, xTitle: `${found.unit} per second that arrived`, yTitle: 'SLO attainment', yTicks: 4 }, place),
    svg('line', { class: 'search-target', x1: left, x2: right, y1: y(found.attainment_target), y2: y(found.attainment_target) }),
    found.stretches.map(s => svg('circle', { cx: x(s.load_rps), cy: y(s.attainment), r: 5, class: s.attainment < found.attainment_target ? 'level-miss' : 'level-meet' })));
}

function trace(found, width) {
  const height = 300, left = 62, right = width - 16, base = height - 46, top = 26, place = { left, right, top, base };
  const stretches = found.stretches, last = found.max_goodput_rps ?? found.low_rps ?? found.high_rps ?? stretches.at(-1).load_rps;
  const low = Math.max(last * 0.7, Math.min(...stretches.map(s => s.low_rps ?? last * 0.7))), high = Math.min(last * 1.3, Math.max(...stretches.map(s => s.high_rps ?? last * 1.3)));
  const x = linearScale(0.5, stretches.length + 0.5, left, right), y = linearScale(low * 0.99, high * 1.01, base, top);
  const at = value => y(clamped(value, low * 0.99, high * 1.01));
  return svg('svg', { class: 'chart levels', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': stretches.map((s, i) => `after segment ${i + 1}: ${known(s)}, ${between(s)}`).join('; ') },
    axes({ x, y, xText: plainNumber, yText: plainNumber, xTitle: 'segment of the search', yTitle: `max goodput, ${found.unit}/s`, xTicks: Math.min(8, stretches.length) }, place),
    stretches.map((s, i) => svg('g', null, svg('line', { class: 'search-bar', x1: x(i + 1), x2: x(i + 1), y1: at(s.low_rps ?? low), y2: at(s.high_rps) }),
      s.max_goodput_rps !== undefined && svg('circle', { cx: x(i + 1), cy: at(s.max_goodput_rps), r: 4, class: 'level-meet' }))));
}

// What was tried, in its order: of interest to who doubts the answer above.
function steps(found) {
  const rows = [], alone = found.unloaded, check = found.verification;
  if (alone.requests > 0) rows.push(['unloaded', 'one after another', '', `${count(alone.good)} of ${count(alone.requests)}`, '', '']);
  found.floods.forEach(f => rows.push(['flood', found.unit === 'sessions' ? `${count(f.requests)}, all sessions at once` : `${count(f.requests)} at once`, perSecond(f.rps), '', '', '']));
  found.stretches.forEach((s, i) => rows.push([`segment ${i + 1}`, rate(s.rate_asked), rate(s.load_rps), `${count(s.good)} of ${count(s.arrivals)}`, known(s), between(s)]));
  if (check) rows.push(['verification', rate(check.rate_asked), '', `${count(check.good)} of ${count(check.arrivals)}`, '', '']);
  const unit = `${found.unit}/s`, summary = `All ${count(rows.length)} steps of the search: ${alone.requests > 0 ? '1 unloaded, ' : ''}${count(found.floods.length)} floods, ${count(found.stretches.length)} segments`;
  return h('details', { class: 'steps' }, h('summary', null, summary), scrolled('Steps of the search',
    table(['step', `target, ${unit}`, `actual, ${unit}`, 'within the SLO', 'max goodput', '95 % interval'], rows)));
}
