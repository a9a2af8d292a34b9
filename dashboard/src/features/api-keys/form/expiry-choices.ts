/** When a key shall end, as a person chooses it. Pure. */
import { formatDateTime } from '../../../lib/format/format-time.ts';

const DAY_MS = 86_400_000;
const USUAL_DAYS = [30, 90, 365];

type Choice = readonly [value: string, words: string];

/** `maxDays` is the longest that the organisation lets a key live. `present` is the expiry of a key that is there. */
export function expiryChoices(maxDays: number | null, present: string | null | undefined): readonly Choice[] {
  const days = USUAL_DAYS.filter(usual => maxDays === null || usual < maxDays);
  if (maxDays !== null) days.push(maxDays);
  const kept: Choice[] =
    present === undefined ? [] : [['keep', present === null ? 'Never' : keptWords(present)]];
  const mayNever = maxDays === null && present !== null;
  return [
    ...kept,
    ...(mayNever ? [['never', 'Never'] as const] : []),
    ...days.map(number => [String(number), number === 365 ? 'In a year' : `In ${number} days`] as const),
    ['on', 'After a day of choice'] as const,
  ];
}

function keptWords(present: string): string {
  return `As it is: ${formatDateTime(present)}`;
}

/** What a new key has chosen until a person chooses: never where that is allowed. */
export function firstExpiry(maxDays: number | null): string {
  return maxDays === null ? 'never' : String(Math.min(90, maxDays));
}

/** The instant that is sent; null for never. A day counts whole, where the person is. */
export function expiryOf(
  { expiry, lastDay }: { expiry: string; lastDay: string },
  present: string | null,
  nowMs: number,
): string | null {
  if (expiry === 'keep') return present;
  if (expiry === 'never') return null;
  if (expiry !== 'on') return new Date(nowMs + Number(expiry) * DAY_MS).toISOString();
  const end = new Date(`${lastDay}T23:59:59`);
  return Number.isNaN(end.getTime()) ? null : end.toISOString();
}
