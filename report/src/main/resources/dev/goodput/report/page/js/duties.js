// What a proxy does to streams: each check with its result, and the added time with its interval.
import { h, svg, part, responsive, scrolled, table } from './dom.js';
import { band, command } from './band.js';
import { axes } from './axes.js';
import { linearScale } from './scale.js';
import { save } from './download.js';

export function renderHop(root, data) {
  root.replaceChildren(band(data), command(data), duties(data), delays(data), method(data),
    h('footer', null, h('p', null, `Made by ${data.generator}. This file holds its own data and needs no network.`), h('p', null, save('hop.json', () => data.document))));
}

const WORDS = { good: 'passed', bad: 'failed', plain: 'harmless to token streams', open: 'cannot be determined from here' };

function duties(data) {
  const seen = v => h('span', null, v.text, v.more && h('span', { class: 'muted small' }, ` · ${v.more}`));
  return part('duties', 'Checks', 'What a proxy must not do to a stream, and what was observed.',
    scrolled('Checks', table(['check', 'result', 'observed'], data.duties.map(v => [v.title, h('span', { class: `pill ${v.state}` }, `${v.sign} ${WORDS[v.state]}`), seen(v)]), [1, 2]), 'stack'),
    data.notes.length > 0 && h('ul', { class: 'notes' }, data.notes.map(note => h('li', null, note))));
}

function delays(data) {
  if (data.added.length === 0) return part('delays', 'Added delay', 'Fewer than two pairs of runs finished, so it cannot be determined.');
  const box = h('div');
  responsive(box, width => draw(data, width));
  return part('delays', 'Added delay', `Time through the proxy minus time without it, from ${data.pairs} pairs of runs. The bar is the 95 % interval of the mean, the dashed line the largest acceptable delay.`,
    h('figure', null, box, scrolled('Added delay', table(['metric', 'direct', 'through the proxy', 'added', '95 % interval'], data.added.map(a => [a.name, a.direct, a.via, a.change, a.range])))));
}

function draw(data, width) {
  const row = 46, left = 100, right = width - 20, base = data.added.length * row + 8, height = base + 46;
  const ends = data.added.flatMap(a => [a.low, a.high, a.middle]).concat(data.most);
  const least = Math.min(0, ...ends), most = Math.max(0, ...ends), spare = (most - least) * 0.06;
  const x = linearScale(least - spare, most + spare, left, right);
  return svg('svg', { class: 'chart levels', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': data.added.map(a => `${a.name}: ${a.change}, ${a.range}`).join('; ') },
    axes({ x, xText: t => String(t).replace('-', '−'), xTitle: 'added by the proxy, ms' }, { left, right, top: 4, base }),
    svg('line', { class: 'zero', x1: x(0), x2: x(0), y1: 4, y2: base }),
    svg('line', { class: 'search-target', x1: x(data.most), x2: x(data.most), y1: 4, y2: base }),
    data.added.map((a, i) => {
      const y = i * row + row / 2;
      return svg('g', null, svg('text', { x: left - 12, y: y + 4, 'text-anchor': 'end' }, a.name),
        svg('rect', { class: 'search-interval', x: x(a.low), y: y - 9, width: Math.max(1, x(a.high) - x(a.low)), height: 18 }),
        svg('line', { class: 'search-bar', x1: x(a.middle), x2: x(a.middle), y1: y - 13, y2: y + 13 }));
    }));
}

function method(data) {
  return part('method', 'Method', undefined, h('ul', { class: 'sentences' },
    h('li', null, `Delay: both sides get the same load with the same timing, in turn (A B B A); each pair gives one difference, and the interval is Student’s between pairs. More than ${data.most} ms at the first token or in the slow gaps counts as harm.`),
    h('li', null, data.document.embedded
      ? 'Behaviour: Goodput\'s own streaming server is behind the proxy, and records for each probe when the request arrived, what it wrote when, and when it learned that the client had left.'
      : 'Behaviour: the server behind the proxy is not part of goodput, so only what the client observes can be judged.'),
    h('li', null, 'Coalescing: a stream whose events arrive in fewer than half as many reads as without the proxy, the best of three; its cause shows in the size of the reads and the time between them.')));
}
