// Where a server saturates: output and waiting over load, the law that was fitted, warning signs.
import { h, svg, part, responsive, scrolled, table } from './dom.js';
import { duration, shortDuration, plainNumber, rate, count, share } from './format.js';
import { axes } from './axes.js';
import { linearScale, logScale } from './scale.js';

const UNITS = { concurrency: 'users', rate: 'requests/s', session_rate: 'sessions/s' };
const PER_SECOND = { rate: 'req/s', session_rate: 'sessions/s' };
const unit = found => UNITS[found.axis];
const loadName = (found, load) => (found.axis in PER_SECOND ? `${rate(load)} ${PER_SECOND[found.axis]}` : `${count(load)} ${load === 1 ? 'user' : 'users'}`);
const SEEN = { true: '✓', false: '–', undefined: '?' };

export function saturatePart(document) {
  const found = document.saturate;
  if (found.curve.length === 0) return part('saturate', 'Saturation', 'The run ended before a level was finished.');
  const laws = [found.usl && law(found.usl), found.open_loop && `Answered: min(offered, ${rate(found.open_loop.most_rps)} req/s); the levels deviate from it by ${share(found.open_loop.misfit)} (root mean square)`,
    found.flood_rps && flood(found), found.turns_per_session && `Sessions of ${rate(found.turns_per_session)} turns on average`].filter(Boolean);
  return part('saturate', 'Saturation', lead(found), h('div', { class: 'columns' },
    figure('Output over load', 'with the 95 % interval of each level’s own noise', width => output(found, width)),
    figure(`${waitName(found)} over load`, 'filled: p95, hollow: p50', width => waits(found, width))),
  laws.length > 0 && h('ul', { class: 'notes' }, laws.map(text => h('li', null, text))), levels(found), h('h3', null, 'Warning signs'), signs(found));
}

function lead(found) {
  const marks = [found.saturation && `${found.saturation.doubt ? 'perhaps ' : ''}saturated at ${loadName(found, found.saturation.load)}`, found.knee && `knee at ${loadName(found, found.knee.load)}`,
    found.peak && `${ended(found) ? 'peak of' : 'most so far'} ${rate(found.peak.output_tps)} tok/s at ${loadName(found, found.peak.load)}`, found.cliff && `cliff at ${loadName(found, found.cliff.load)}`].filter(Boolean);
  const text = marks.join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function flood({ flood_sessions: sessions, flood_asked: asked, flood_requests: answered, flood_rps: rps, flood_settled: settled }) {
  const came = asked > sessions ? `${count(sessions)} sessions at once, ${count(asked)} requests` : `${count(sessions)} requests at once`;
  return `${came}: ${answered < asked ? count(answered) : 'all'} answered, at ${rate(rps)} req/s${settled ? '' : '; more at once may be answered faster'}`;
}

const infinite = value => (value === undefined ? '∞' : rate(value));

function law(usl) {
  const peak = usl.peak_users === undefined ? `output only tends to ${rate(usl.peak_tps)} tok/s`
    : `peak of ${rate(usl.peak_tps)} tok/s at ${rate(usl.peak_users)} users (${infinite(usl.peak_users_low)}–${infinite(usl.peak_users_high)})`;
  return `Universal Scalability Law: λ ${rate(usl.lambda_tps)} tok/s, σ ${usl.sigma.toPrecision(2)}, κ ${usl.kappa.toPrecision(2)}; ${peak}; the levels deviate from it by ${share(usl.misfit)} (root mean square)`;
}

function figure(title, note, draw) {
  const box = h('div');
  responsive(box, draw);
  return h('figure', null, h('figcaption', null, title, h('span', { class: 'muted' }, note)), box);
}

const TOP = 26, BASE = 264;

function frame(found, width, y, yText, yTitle, inside, label) {
  const place = { left: 66, right: width - 16, top: TOP, base: BASE }, loads = found.curve.map(p => p.load);
  const x = logScale(Math.min(...loads) * 0.8, Math.max(...loads) * 1.25, place.left, place.right);
  return svg('svg', { class: 'chart levels', viewBox: `0 0 ${width} 310`, role: 'img', 'aria-label': label },
    axes({ x, y, xText: plainNumber, yText, xTitle: `${unit(found)}, log scale`, yTitle }, place), marks(found, x, TOP, BASE), inside(x));
}

// The knee and the saturation point are lines over the whole height; a word that would not fit to
// the right of its line stands to the left of it.
function marks(found, x, top, base) {
  return [['knee', found.knee?.load], [found.saturation?.doubt ? 'saturated?' : 'saturated', found.saturation?.load], ['cliff', found.cliff?.load]].filter(([, load]) => load !== undefined)
    .map(([name, load], i) => svg('g', null, svg('line', { class: 'search-target', x1: x(load), x2: x(load), y1: top, y2: base }),
      svg('text', { class: 'strong', x: x(load) - 6, y: top + 10 + 15 * i, 'text-anchor': 'end' }, name)));
}

function output(found, width) {
  const points = found.curve, high = Math.max(...points.map(p => p.output_tps + (p.output_tps_half_width ?? 0)));
  const y = linearScale(0, high * 1.1, BASE, TOP);
  const label = points.map(p => `${loadName(found, p.load)}: ${rate(p.output_tps)} output tokens per second`).join('; ');
  return frame(found, width, y, plainNumber, 'output tokens/s', x => [found.usl && svg('path', { class: 'usl', d: uslPath(found, x, y) }),
    points.map(p => svg('g', null, svg('line', { class: 'search-bar', x1: x(p.load), x2: x(p.load), y1: y(p.output_tps - (p.output_tps_half_width ?? 0)), y2: y(p.output_tps + (p.output_tps_half_width ?? 0)) }),
      svg('circle', { cx: x(p.load), cy: y(p.output_tps), r: 5, class: p.client_bound ? 'wait-median' : 'level-meet' })))], label);
}

function uslPath(found, x, y) {
  const { lambda_tps: lambda, sigma, kappa } = found.usl, low = found.curve[0].load, high = found.curve.at(-1).load;
  return Array.from({ length: 81 }, (_, i) => low * (high / low) ** (i / 80))
    .map((n, i) => `${i ? 'L' : 'M'}${x(n).toFixed(1)} ${y(lambda * n / (1 + sigma * (n - 1) + kappa * n * (n - 1))).toFixed(1)}`).join('');
}

const waitName = found => (found.curve.some(p => p.ttft_p50_ms !== undefined) ? 'TTFT' : 'E2EL');
const wait = (found, p, which) => p[`${waitName(found) === 'TTFT' ? 'ttft' : 'e2el'}_${which}_ms`];

function waits(found, width) {
  const all = found.curve.flatMap(p => [wait(found, p, 'p50'), wait(found, p, 'p95')]).filter(v => v > 0);
  if (all.length === 0) return h('p', { class: 'muted' }, 'Nothing was answered.');
  const y = logScale(Math.min(...all) * 0.7, Math.max(...all) * 1.5, BASE, TOP);
  const label = found.curve.map(p => `${loadName(found, p.load)}: ${waitName(found)} p50 ${duration(wait(found, p, 'p50'))}, p95 ${duration(wait(found, p, 'p95'))}`).join('; ');
  return frame(found, width, y, shortDuration, `${waitName(found)}, log scale`, x => ['p50', 'p95'].map(which => found.curve.filter(p => wait(found, p, which) > 0)
    .map(p => svg('circle', { cx: x(p.load), cy: y(wait(found, p, which)), r: 5, class: which === 'p95' ? 'level-meet' : 'wait-median' }))), label);
}

// The most output so far is a peak where a heavier load brought no more, or the server's end was seen.
const ended = found => found.curve.some(p => !p.client_bound && p.load > found.peak?.load) || found.saturation?.reasons.some(r => r.reason !== 'slo_missed' && !(r.reason === 'flat' && found.saturation.doubt));

function marked(found, p) {
  const places = [p.load === found.knee?.load && 'knee', p.load === found.saturation?.load && (found.saturation.doubt ? 'saturated?' : 'saturated'), ended(found) && p.load === found.peak?.load && 'peak',
    p.load === found.cliff?.load && 'cliff'].filter(Boolean);
  const doubts = [p.short_window && 'short window', p.piles_up === undefined && (found.axis === 'session_rate' ? 'not all of its load' : 'too short to see a pile-up'), p.client_bound && 'client-bound: excluded'].filter(Boolean);
  if (places.length === 0) return doubts.length > 0 && `◂ ${doubts.join(', ')}`;
  return [h('span', { class: 'place' }, `◂ ${places.join(', ')}`), ...doubts.map(doubt => `, ${doubt}`)];
}

const few = ms => (ms === undefined ? h('span', { class: 'muted', title: 'too few requests for this percentile' }, '–') : duration(ms));

function levels(found) {
  const judged = found.curve.some(p => p.attainment !== undefined);
  const head = ['load', 'marks', 'output tok/s', 'requests/s', `${waitName(found)} p50`, `${waitName(found)} p95`, 'E2EL p95', ...(judged ? ['SLO attainment'] : []), 'failed'];
  const rows = found.curve.map(p => [loadName(found, p.load), marked(found, p), p.output_tps_half_width === undefined ? rate(p.output_tps) : `${rate(p.output_tps)} ±${Number(p.output_tps_half_width.toPrecision(2))}`,
    rate(p.rps), few(wait(found, p, 'p50')), few(wait(found, p, 'p95')), few(p.e2el_p95_ms), ...(judged ? [share(p.attainment)] : []), share(p.error_rate)]);
  return scrolled('Load levels', table(head, rows, [1]));
}

function signs(found) {
  const rows = found.signs.map(s => [`${SEEN[s.seen]} ${s.name}`, s.side, s.load === undefined ? '' : `from ${loadName(found, s.load)} on`, s.evidence ?? (s.seen === false ? 'not seen' : '')]);
  return scrolled('Warning signs', table(['sign', 'reported by', 'load', 'evidence'], rows, [1, 2, 3]), 'signs');
}
