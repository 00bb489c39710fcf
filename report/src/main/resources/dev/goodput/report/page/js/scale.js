// Axis scales and their ticks.

export function logScale(low, high, from, to) {
  const a = Math.log(low), b = Math.log(high);
  const scale = value => from + (Math.log(value) - a) / (b - a) * (to - from);
  scale.ticks = () => {
    const ticks = [];
    const decades = (b - a) / Math.LN10;
    const steps = decades > 4 ? [1] : decades > 1.2 ? [1, 2, 5] : [1, 1.5, 2, 3, 4, 5, 7];
    for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++) {
      for (const step of steps) {
        const tick = Number((step * 10 ** power).toPrecision(6));
        if (tick >= low && tick <= high) ticks.push(tick);
      }
    }
    return ticks.length > 1 ? ticks : niceTicks(low, high, 4);
  };
  return scale;
}

export function linearScale(low, high, from, to) {
  const span = high - low || 1;
  const scale = value => from + (value - low) / span * (to - from);
  scale.ticks = (wanted = 5) => niceTicks(low, high, wanted);
  return scale;
}

// At least two.
export function niceTicks(low, high, wanted) {
  const raw = (high - low || 1) / wanted;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map(s => s * power).find(s => s >= raw * 0.999);
  const ticks = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high + step * 1e-9; tick += step) ticks.push(Number(tick.toPrecision(12)));
  return ticks.length > 1 || wanted > 16 ? ticks : niceTicks(low, high, wanted * 2);
}
