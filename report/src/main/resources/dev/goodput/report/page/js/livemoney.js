// Sums of money, small ones to three digits; and counts that may be means.
import { count, rate, significant } from './format.js';

// 12, and 12.4 where it is a mean.
export const plain = value => (Number.isInteger(value) ? count(value) : rate(value));

export function money(value, currency) {
  const text = value >= 1 ? value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 }) : significant(value);
  return `${text} ${currency}`;
}
