// A comparison: each metric's difference with its interval, every pair beside it, and what is allowed.
import { h, svg, legend, part, prose, responsive, scrolled, table } from './dom.js';
import { band, command } from './band.js';
import { axes } from './axes.js';
import { linearScale } from './scale.js';
import { count, duration, rate, share } from './format.js';
import { downloads } from './download.js';

export function renderPairs(root, data) {
  root.replaceChildren(band(data), command(data), differences(data), runs(data), method(data),
    h('footer', null, h('p', null, `Made by ${data.generator}. This file holds its own data and needs no network.`), downloads(data)));
}

const size = value => (value < 100 ? value.toFixed(1) : count(Math.round(value)));
const percent = (value, unit) => `${value > 0 ? '+' : value < 0 ? '−' : ''}${size(Math.abs(value))} ${unit}`;

const TONES = { ok: ['good', '✔'], regressed: ['bad', '✘'], inconclusive: ['warn', '?'] };
const tone = m => TONES[m.verdict] ?? ['', '·'];

// All stages have one scale, so that intervals can be compared by eye.
function differences(data) {
  const ends = data.stages.flatMap(stage => stage.metrics).flatMap(m => [m.low, m.high, ...m.each, data.gate ? m.allowed : 0]).filter(v => v !== undefined);
  const least = Math.min(-1, ...ends), most = Math.max(1, ...ends), spare = (most - least) * 0.06;
  return part('differences', 'How much worse B is', `Right of 0 % B is worse than A, left of it better. Differences of shares are percentage points. ${[data.meanings, data.claim].filter(Boolean).join(' ')}`,
    ...data.stages.map(stage => {
      const box = h('div');
      responsive(box, width => draw(stage.metrics, width, data.gate, [least - spare, most + spare]));
      return h('figure', { class: 'compare-stage' }, h('figcaption', null, stage.title), box,
        legend(['shaded', `95 % interval of the mean${data.gate ? ', in the color of its verdict' : ''}`], ['line series-a', 'mean'], ['round points', data.document.kind === 'paired' ? 'one pair' : 'one run'], data.gate && ['line dash series-b', 'limit']),
        scrolled(stage.title, table(['metric', ...(data.gate ? ['verdict'] : []), 'worse by', '95 % interval', 'A', 'B'],
          stage.metrics.map(m => [m.name, ...(data.gate ? [h('span', { class: `pill ${tone(m)[0]}` }, `${tone(m)[1]} ${m.verdict}`)] : []), m.change, m.range, m.a, m.b]))));
    }),
    data.notes.length > 0 && h('ul', { class: 'notes' }, data.notes.map(note => h('li', null, prose(note)))));
}

function draw(metrics, width, gate, [least, most]) {
  const row = 46, left = width < 500 ? 82 : 130, right = width - 20, base = metrics.length * row + 8;
  const x = linearScale(least, most, left, right);
  return svg('svg', { class: 'chart levels', viewBox: `0 0 ${width} ${base + 46}`, role: 'img', 'aria-label': metrics.map(m => `${m.name}: ${m.change}, ${m.range}`).join('; ') },
    axes({ x, xText: t => percent(t, '%'), xTitle: 'how much worse B is, %' }, { left, right, top: 4, base }),
    svg('line', { class: 'zero', x1: x(0), x2: x(0), y1: 4, y2: base }),
    metrics.map((m, i) => {
      const y = i * row + row / 2;
      return svg('g', null, svg('text', { x: left - 12, y: y + 4, 'text-anchor': 'end' }, m.name),
        gate && svg('line', { class: 'search-target', x1: x(m.allowed), x2: x(m.allowed), y1: y - 18, y2: y + 18 }),
        m.low !== undefined && svg('rect', { class: `search-interval ${gate ? tone(m)[0] : ''}`, x: x(m.low), y: y - 9, width: Math.max(1, x(m.high) - x(m.low)), height: 18 }),
        m.each.map(each => svg('circle', { cx: x(each), cy: y, r: 3, class: 'compare-each' })),
        m.middle !== undefined && svg('line', { class: 'search-bar', x1: x(m.middle), x2: x(m.middle), y1: y - 13, y2: y + 13 }));
    }));
}

const FORMATS = { duration, rate, share };

function runs(data) {
  const document = data.document, voided = document.runs.some(run => run.void);
  const figure = (run, m) => (run[m.key] === undefined ? h('span', { class: 'muted', title: 'too few requests, or not applicable' }, '–') : FORMATS[m.kind](run[m.key]));
  const rows = document.runs.flatMap(run => ['a', 'b'].filter(side => run[side]).map(side => [`${run.name}${run.fresh ? ', new' : ''}, ${side.toUpperCase()}`, ...data.metrics.map(m => figure(run[side], m)), ...(voided ? [run.void ?? ''] : [])]));
  return part('pairs', 'Runs', document.kind === 'paired' ? 'Both runs of a pair have the same seed, so they send the same requests in the same order.' : 'Each run has a seed of its own.',
    scrolled('Runs', table(['run', ...data.metrics.map(m => m.name), ...(voided ? ['excluded because'] : [])], rows)));
}

const hundredth = share => Number((100 * share).toPrecision(6));

function method(data) {
  const d = data.document.declared, paired = data.document.kind === 'paired';
  return part('method', 'Method', undefined, h('ul', { class: 'sentences' },
    h('li', null, `${paired ? 'Fixed before the first run' : 'Compared'}: ${d.pairs} ${paired ? 'pairs' : 'runs of B'}, metrics ${data.metrics.map(m => m.name).join(', ')}${data.gate ? `; allowed ${hundredth(d.max_regression)} % slower, ${hundredth(d.max_more_failures)} ${d.max_more_failures === 0.01 ? 'point' : 'points'} more failures; one-sided bounds of ${100 * d.confidence} %, corrected by Holm` : ''}.`),
    h('li', null, 'The statistics compare runs, not requests, because overlapping requests influence each other. '
      + (paired ? 'The difference of a pair is ln B − ln A (for shares B − A), with Student’s interval.'
        : 'The difference is mean ln B − mean ln A (for shares B − A), with Welch’s interval from the variance between the runs of each side. The points are B’s runs against A’s mean.'))));
}
