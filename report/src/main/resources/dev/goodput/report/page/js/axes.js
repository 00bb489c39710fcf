// The axes of an SVG chart: ticks with their figures, a line, and a title with the unit of each.
import { svg } from './dom.js';

// x, y: scales; y is left out where rows stand for it. place: {left, right, top, base} of the plot.
export function axes({ x, y, xText, yText, xTitle, yTitle, xTicks, yTicks = 5 }, { left, right, top, base }) {
  return svg('g', null,
    y && y.ticks(yTicks).map(t => svg('g', null, svg('line', { class: 'tick', x1: left, x2: right, y1: y(t), y2: y(t) }), svg('text', { class: 'tick-y', x: left - 8, y: y(t) + 4, 'text-anchor': 'end' }, yText(t)))),
    yTitle && svg('text', { class: 'axis-title', x: 0, y: top - 12 }, yTitle),
    spaced(x, xText, xTicks ?? Math.max(3, Math.floor((right - left) / 90))).map(([at, text]) => svg('g', null, svg('line', { class: 'tick', x1: at, x2: at, y1: y ? base : top, y2: base + (y ? 5 : 0) }), svg('text', { class: 'tick-x', x: at, y: base + 19, 'text-anchor': 'middle' }, text))),
    svg('text', { class: 'axis-title', x: (left + right) / 2, y: base + 38, 'text-anchor': 'middle' }, xTitle),
    svg('line', { class: 'axis', x1: left, x2: right, y1: base, y2: base }));
}

// The ticks whose figures have room beside each other.
function spaced(scale, textOf, wanted) {
  let end = -Infinity;
  return scale.ticks(wanted).flatMap(tick => {
    const at = scale(tick), text = textOf(tick), half = text.length * 3.6;
    if (at - half <= end) return [];
    end = at + half + 8;
    return [[at, text]];
  });
}
