// The same rules as the terminal's figures: three significant digits, a sensible unit, absent is
// said and never drawn as zero.

export const ABSENT = 'not applicable';

export function significant(value, digits = 3) {
  if (value === 0) return '0';
  const whole = Math.floor(Math.log10(Math.abs(value))) + 1;
  if (whole >= digits) return Math.round(value).toLocaleString('en-US');
  const fixed = value.toFixed(Math.min(9, digits - whole));
  // Rounding may have carried into one more whole digit: 9.996 is 10.0, not 10.00.
  return Math.floor(Math.log10(Math.abs(Number(fixed)))) + 1 > whole && digits - whole > 0
    ? value.toFixed(Math.max(0, digits - whole - 1)) : fixed;
}

export function duration(ms) {
  if (ms === undefined || ms === null) return ABSENT;
  if (Math.abs(ms) >= 999.5) return `${significant(ms / 1000)} s`;
  return Math.abs(ms) < 1 ? `${significant(ms, 2)} ms` : `${significant(ms)} ms`;
}

export function shortDuration(ms) {
  if (ms >= 1000) return `${Number((ms / 1000).toPrecision(3))} s`;
  return ms >= 0.001 ? `${Number(ms.toPrecision(3))} ms` : `${Number((ms * 1000).toPrecision(3))} µs`;
}

export function rate(value) {
  return value === undefined || value === null ? ABSENT : significant(value);
}

// A round number of an axis, without digits that say nothing.
export function plainNumber(value) {
  return Number(value.toPrecision(6)).toLocaleString('en-US');
}

export function count(value) {
  return value === undefined || value === null ? ABSENT : Math.round(value).toLocaleString('en-US');
}

// Never rounds to all or to nothing: 99.96 % is not 100 %.
export function share(value) {
  if (value === undefined || value === null) return ABSENT;
  if (value === 1) return '100 %';
  if (value === 0) return '0 %';
  const text = significant(value * 100);
  if (Number(text) >= 100) return value > 1 ? `${text} %` : '> 99.9 %';
  return value * 100 < 0.01 ? '< 0.01 %' : `${text} %`;
}

export function clock(seconds) {
  const minutes = Math.floor(seconds / 60);
  return minutes > 0 ? `${minutes}:${String(Math.floor(seconds % 60)).padStart(2, '0')}` : `${Number(seconds.toFixed(1))} s`;
}
