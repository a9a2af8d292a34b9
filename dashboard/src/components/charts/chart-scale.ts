/** Where values and instants stand in a chart. Pure. */

/** A round number not below `value`, so that the axis has round words. */
export function niceMax(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  for (const step of [1, 2, 2.5, 5, 10]) {
    const max = step * power;
    if (max >= value && (power >= 10 || Number.isInteger(max) || value < 1)) return max;
  }
  return 10 * power;
}

const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

/** The hour while the chart shows a day or two, else the date. */
export function axisWords(start: string, spanMs: number): string {
  return (spanMs > 2 * 86_400_000 ? DAY : TIME).format(new Date(start));
}

/** Which of `count` marks get words: the first, and others at equal distances, never more than `most`. */
export function axisMarks(count: number, most = 6): number[] {
  const step = Math.max(1, Math.ceil(count / most));
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
}

export function spanMs(points: readonly { start: string }[]): number {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined) return 0;
  return new Date(last.start).getTime() - new Date(first.start).getTime();
}

/** Values without a neighbour: no line leads to them, so each is drawn by itself. */
export function lonePoints(
  points: readonly { values: Readonly<Record<string, number | null | undefined>> }[],
  key: string,
): { index: number; value: number }[] {
  const valueAt = (index: number) => points[index]?.values[key] ?? null;
  return points.flatMap((_, index) => {
    const value = valueAt(index);
    const isLone = valueAt(index - 1) === null && valueAt(index + 1) === null;
    return value !== null && isLone ? [{ index, value }] : [];
  });
}
