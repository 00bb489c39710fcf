// Two answers typed out at their recorded moments, with a reader who starts at the first token and
// reads at a steady pace. The words replace the answer: a run keeps moments, not texts.
import { h, svg, responsive, legend } from './dom.js';
import { duration, count, clock } from './format.js';
import { axes } from './axes.js';
import { linearScale } from './scale.js';

const PASSAGE = 'This is the speed of a recorded response. Every word appears at the moment at which its token arrived '
  + 'when this server was measured. Before the first word there is only a blinking cursor: this wait is the time to first token. '
  + 'The marked word shows a steady reader. As long as the text stays ahead of the mark, a faster server would change '
  + 'nothing for this reader. When the mark catches up with the last word, the reader has to stop and wait: this is a stall. '
  + 'An average can hide a stall: forty quick tokens and one long pause have the same mean as forty steady ones. People notice the pause. '
  + 'So compare the two responses side by side. Half of all requests get the first one or better. One request in a hundred gets '
  + 'the second one or worse, and with many requests a day that is many people. ';

// About three quarters of a word to a token: longer words are cut in two.
function pieces() {
  return PASSAGE.split(/(?<= )/).flatMap(word => (word.trim().length > 7 ? [word.slice(0, 4), word.slice(4)] : [word]));
}

// The reader replay of the metric definitions: when token i has been read, and how long it was waited for.
export function replayOf(trace, pace) {
  const arrived = [];
  trace.chunks.forEach((at, i) => { for (let k = 0; k < (trace.tokens?.[i] ?? 1); k++) arrived.push(at / 1000); });
  const read = [], stalls = [];
  arrived.forEach((at, i) => {
    if (i === 0) { read.push(at); return; }
    const ready = read[i - 1] + 1 / pace;
    if (at > ready) stalls.push([ready, at]);
    read.push(Math.max(at, ready));
  });
  return { arrived, read, stalls };
}

export function replay(level, pace) {
  // One time axis for both: until the later answer is complete, and a little of the reading after it.
  const last = Math.max(...level.replay.map(trace => (trace.chunks.at(-1) ?? 0) / 1000));
  const end = Math.max(last * 1.25, Math.min(last + 3, last * 3));
  const users = level.replay.map(trace => user(trace, pace, end));
  const state = { now: end * 0.4, playing: false, speed: 1, last: 0 };
  const slider = h('input', { type: 'range', min: 0, max: 1000, value: 1000, 'aria-label': 'Moment of the replay' });
  const play = h('button', { class: 'primary', type: 'button' }, '▶ Play');
  const moment = h('span', { class: 'muted' });
  const show = () => {
    users.forEach(u => u.show(state.now));
    slider.value = String(Math.round(state.now / end * 1000));
    moment.textContent = `${state.now.toFixed(1)} s`;
    play.textContent = state.playing ? '❚❚ Pause' : '▶ Play';
  };
  const frame = time => {
    if (!state.playing) return;
    state.now = Math.min(end, state.now + (time - state.last) / 1000 * state.speed);
    state.last = time;
    if (state.now >= end) state.playing = false;
    show();
    if (state.playing) requestAnimationFrame(frame);
  };
  play.addEventListener('click', () => {
    state.playing = !state.playing;
    if (state.playing) {
      if (state.now >= end) state.now = 0;
      requestAnimationFrame(time => { state.last = time; frame(time); });
    }
    show();
  });
  slider.addEventListener('input', () => { state.now = Number(slider.value) / 1000 * end; state.playing = false; show(); });
  const speed = h('select', { 'aria-label': 'Speed of the replay', onchange: event => { state.speed = Number(event.target.value); } },
    [['0.25', '¼ speed'], ['1', 'as it was'], ['4', '4 × faster'], ['16', '16 × faster']].map(([value, text]) => h('option', { value, selected: value === '1' }, text)));
  show();
  return [h('div', { class: 'replay-controls' }, play, slider, moment, speed), h('div', { class: 'columns' }, users.map(u => u.card)),
    legend(['line series-a', 'tokens arrived'], ['line dash waiting-line', `tokens read at ${pace} tokens/s`], ['waiting', 'wait for the first word'], ['failed', 'the reader waits'])];
}

function user(trace, pace, end) {
  const { arrived, read, stalls } = replayOf(trace, pace), words = pieces();
  const done = h('span', { class: 'read' }), now = h('span', { class: 'now' }), ahead = h('span', { class: 'unread' }), waits = h('span', { class: 'waits' });
  const caret = h('span', { class: 'caret', 'aria-hidden': 'true' });
  const answer = h('div', { class: 'answer', tabindex: '0', role: 'region', 'aria-label': `Answer of ${trace.who}` }, waits, done, now, ahead, caret);
  const left = h('span'), right = h('span');
  const stalled = stalls.reduce((sum, [a, b]) => sum + b - a, 0);
  const total = count(trace.output ?? arrived.length);
  const chart = h('div');
  let cursor, shown = 0;
  responsive(chart, width => { const drawn = curve({ arrived, read, stalls, end }, width, trace.who); cursor = drawn.cursor; queueMicrotask(() => show(shown)); return drawn.element; });
  const text = (from, to) => { let out = ''; for (let i = from; i < to; i++) out += words[i % words.length]; return out; };
  function show(at) {
    shown = at;
    const here = upTo(arrived, at), been = Math.min(here, upTo(read, at));
    const reading = been > 0 && at < read[been - 1] + 1 / pace ? been - 1 : been;
    const waiting = been === here && here < arrived.length && reading === been;
    waits.textContent = here === 0 ? `waiting for the first word, ${at.toFixed(1)} s` : '';
    done.textContent = text(0, reading);
    now.textContent = reading < been ? text(reading, been) : '';
    ahead.textContent = text(been, here);
    caret.hidden = here >= arrived.length;
    left.textContent = `${count(here)} of ${count(arrived.length)} tokens arrived, ${count(been)} read`;
    right.textContent = here > 0 && waiting ? 'the reader waits' : '';
    right.className = right.textContent ? 'stalled' : '';
    answer.scrollTop = ahead.offsetTop - answer.offsetTop - 90;
    cursor?.(at);
  }
  const card = h('div', { class: 'user' },
    h('header', null, h('h3', null, trace.who), h('span', { class: 'muted small' }, trace.why)),
    h('div', { class: 'state' }, h('span', null, `request ${trace.id}: TTFT ${duration(trace.ttft_ms)} · ${total} tokens · E2EL ${duration(trace.e2el_ms)}`),
      h('span', null, stalled > 0.0005 ? `${count(stalls.length)} ${stalls.length === 1 ? 'stall' : 'stalls'}, ${duration(stalled * 1000)} in all` : 'no stall')),
    answer, h('div', { class: 'state' }, left, right), chart);
  return { card, show };
}

function upTo(sorted, at) {
  let low = 0, high = sorted.length;
  while (low < high) { const mid = (low + high) >> 1; if (sorted[mid] <= at) low = mid + 1; else high = mid; }
  return low;
}

function curve({ arrived, read, stalls, end }, width, who) {
  const height = 172, base = height - 46, left = 40, top = 22;
  const x = linearScale(0, end, left, width - 6), y = linearScale(0, arrived.length || 1, base, top);
  const steps = arrived.reduce((d, t, i) => `${d}H${x(t).toFixed(1)}V${y(i + 1).toFixed(1)}`, `M${x(0)} ${y(0)}`);
  const seen = read.filter(t => t <= end);
  const head = svg('line', { class: 'playhead', y1: top - 4, y2: base });
  const element = svg('svg', { class: 'chart', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': `${who}: ${count(arrived.length)} tokens arrived within ${clock(arrived.at(-1) ?? 0)}, read within ${clock(read.at(-1) ?? 0)}.` },
    axes({ x, y, xText: clock, yText: count, xTitle: 'time since the request started (s, m:ss)', yTitle: 'tokens', yTicks: 3 }, { left, right: width - 6, top, base }),
    arrived.length > 0 && svg('rect', { class: 'before-first', x: x(0), y: top, width: Math.max(0, x(arrived[0]) - x(0)), height: base - top }),
    stalls.map(([a, b]) => svg('rect', { class: 'stall', x: x(a), y: top, width: Math.max(0.8, x(b) - x(a)), height: base - top })),
    svg('path', { class: 'arrived', d: `${steps}H${x(end).toFixed(1)}` }), svg('path', { class: 'reader', d: seen.map((t, i) => `${i ? 'L' : 'M'}${x(t).toFixed(1)} ${y(i + 1).toFixed(1)}`).join('') }),
    head);
  return { element, cursor(at) { const px = x(Math.min(at, end)); head.setAttribute('x1', px); head.setAttribute('x2', px); } };
}
