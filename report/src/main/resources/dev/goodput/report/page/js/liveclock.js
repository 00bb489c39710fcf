// Times of day and spans as people say them, in the reader's own time zone.

const two = value => String(value).padStart(2, '0');

export function timeOfDay(seconds) {
  const date = new Date(seconds * 1000);
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

export function hourAndMinute(seconds) {
  const date = new Date(seconds * 1000);
  return date.getSeconds() ? timeOfDay(seconds) : `${two(date.getHours())}:${two(date.getMinutes())}`;
}

// With the day, where that is another than today.
export function moment(text, now) {
  const date = new Date(text), day = each => each.toDateString();
  const time = timeOfDay(date.getTime() / 1000);
  return day(date) === day(new Date(now)) ? time : `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${time}`;
}

// 8 s, 3 min, 2 h 5 min, 3 d 4 h.
export function span(seconds) {
  if (seconds < 99.5) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h${minutes % 60 ? ` ${minutes % 60} min` : ''}`;
  return `${Math.floor(hours / 24)} d${hours % 24 ? ` ${hours % 24} h` : ''}`;
}

export const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'local time';
