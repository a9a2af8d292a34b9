/** Which window refuses first when requests go on as they came in the last minute. Pure. */
import { type LimitDecision, type Limits, limitOf, WINDOWS, type WindowName } from './limiter.ts';

export interface FirstToBite {
  window: WindowName;
  inSeconds: number;
}

/**
 * As if what a window holds were spread evenly over it: then it leaves as steadily as it came, and a window that its rate
 * would not fill never refuses.
 */
export function firstToBite(
  limits: Limits,
  { remaining }: Pick<LimitDecision, 'remaining'>,
): FirstToBite | undefined {
  const used = (place: 0 | 1 | 2, window: WindowName) =>
    Math.max(0, limitOf(limits, window) - remaining[place]);
  const perSecond = used(0, 'minute') / 60;
  let first: FirstToBite | undefined;
  for (const place of [0, 1, 2] as const) {
    const { name, seconds } = WINDOWS[place];
    const left = Math.max(0, remaining[place]);
    const growth = perSecond - used(place, name) / seconds;
    const fills = perSecond * seconds > limitOf(limits, name) && growth > 0;
    if (left > 0 && !fills) continue;
    const inSeconds = left === 0 ? 0 : Math.ceil(left / growth);
    if (first === undefined || inSeconds < first.inSeconds) first = { window: name, inSeconds };
  }
  return first;
}
