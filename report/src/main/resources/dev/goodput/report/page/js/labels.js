// Names beside marks, where there is room for them: the strong ones first. What finds none is in the table.
import { svg } from './dom.js';

// marks: {x, y, text, strong}; radius of a mark.
export function labels(marks, radius, left, right) {
  const taken = marks.map(m => [m.x - radius, m.y - radius, m.x + radius, m.y + radius]);
  const free = box => box[0] >= left && box[2] <= right && taken.every(other => box[2] < other[0] || other[2] < box[0] || box[3] < other[1] || other[3] < box[1]);
  return [...marks].sort((a, b) => Number(b.strong) - Number(a.strong)).map(m => {
    const long = m.text.length * 6.9 + 4, off = radius + 2;
    const place = [[off, -8, 'start'], [off, 17, 'start'], [-off, -8, 'end'], [-off, 17, 'end']].find(([dx, dy, anchor]) => {
      const from = anchor === 'start' ? m.x + dx : m.x + dx - long;
      const box = [from, m.y + dy - 11, from + long, m.y + dy + 3];
      if (!free(box)) return false;
      taken.push(box);
      return true;
    });
    return place && svg('text', { class: m.strong ? 'strong' : '', x: m.x + place[0], y: m.y + place[1], 'text-anchor': place[2] }, m.text);
  });
}
