/** What a visitor searches for, and how dates, money and cancellation terms are written. */
import type { CancellationTerms, Money, Price } from '@serai/sdk';
import { guestFee, isFree } from './guest-fee.ts';
import { type Html, html, PageError } from './web.ts';

export interface Stay {
  /** What the visitor typed. */
  where: string;
  /** The place that was chosen for it. Empty if none was. */
  place: string;
  checkIn: string;
  checkOut: string;
  adults: number;
  childAges: number[];
}

const DATE = /^\d{4}-\d\d-\d\d$/;
const DAY_MS = 86_400_000;
const MAX_ADULTS = 6;
const AGES = /^\d{1,2}([ ,]+\d{1,2})*$/;
const MAX_CHILDREN = 4;

export const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** Reads a stay from the address of a page. Dates that are missing are in a month. */
export function readStay(query: URLSearchParams): Stay {
  const stay = {
    where: (query.get('where') ?? '').trim().slice(0, 100),
    place: query.get('place') ?? '',
    checkIn: query.get('checkIn') || inDays(30),
    checkOut: query.get('checkOut') || inDays(32),
    adults: Number(query.get('adults') ?? 2),
    childAges: readAges((query.get('ages') ?? '').trim()),
  };
  if (!DATE.test(stay.checkIn) || !DATE.test(stay.checkOut) || stay.checkIn >= stay.checkOut)
    throw new PageError(400, 'Please choose a check-out date after the check-in date.');
  if (!(Number.isInteger(stay.adults) && stay.adults >= 1 && stay.adults <= MAX_ADULTS))
    throw new PageError(400, `Please choose 1 to ${MAX_ADULTS} adults.`);
  return stay;
}

function readAges(text: string): number[] {
  const ages = text === '' ? [] : text.split(/[ ,]+/).map(Number);
  if ((text === '' || AGES.test(text)) && ages.length <= MAX_CHILDREN) return ages;
  throw new PageError(
    400,
    `Please enter the ages of up to ${MAX_CHILDREN} children as numbers, for example 4, 9.`,
  );
}

export function stayQuery({ where, place, checkIn, checkOut, adults, childAges }: Stay): string {
  return String(
    new URLSearchParams({
      where,
      place,
      checkIn,
      checkOut,
      adults: String(adults),
      ages: childAges.join(' '),
    }),
  );
}

/** The part of a search that describes dates and guests. */
export function stayRequest({ checkIn, checkOut, adults, childAges }: Stay) {
  return { checkIn, checkOut, occupancies: [{ adults, childAges }], language: 'en' };
}

export const nightsOf = ({ checkIn, checkOut }: Pick<Stay, 'checkIn' | 'checkOut'>) =>
  Math.round((Date.parse(checkOut) - Date.parse(checkIn)) / DAY_MS);

export const plural = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`;

/** Amounts are decimal strings, which `Intl` formats exactly. Never convert them to numbers. */
export function money({ amount, currency }: Money): string {
  return new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(amount as `${number}`);
}

/** An amount for a small label, rounded up to whole units. */
export function shortMoney({ amount, currency }: Money): string {
  const [whole = '', decimals = ''] = amount.split('.');
  const units = BigInt(whole) + (/[1-9]/.test(decimals) ? 1n : 0n);
  const format = { style: 'currency', currency, maximumFractionDigits: 0 } as const;
  return new Intl.NumberFormat('en-GB', format).format(units);
}

const DAY = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;

export const day = (date: string) =>
  new Intl.DateTimeFormat('en-GB', { ...DAY, timeZone: 'UTC' }).format(Date.parse(`${date}T00:00:00Z`));

/** A time at the hotel, or in UTC if its time zone is not known. */
export function time(instant: string, timeZone: string | null): string {
  const format = { ...DAY, hour: '2-digit', minute: '2-digit', timeZone: timeZone ?? 'UTC' } as const;
  const text = new Intl.DateTimeFormat('en-GB', format).format(Date.parse(instant));
  return `${text} ${timeZone === null ? 'UTC' : 'hotel time'}`;
}

const STAR = 'l2.9 6.1 6.7 .8 -5 4.6 1.3 6.6 -5.9 -3.3 -5.9 3.3 1.3 -6.6 -5 -4.6 6.7 -.8z';

export function stars(count: number | null): Html | null {
  if (!count) return null;
  const shapes = Array.from(
    { length: Math.floor(count) },
    (_, i) => html`<path d="M${10 + i * 20} 1${STAR}"/>`,
  );
  return html`<svg role="img" aria-label="${plural(count, 'star')}" viewBox="0 0 ${shapes.length * 20} 20"
  height="15" fill="#d08700">${shapes}</svg>`;
}

const BOARDS: Readonly<Record<string, string>> = {
  RO: 'Room only',
  SC: 'Self-catering',
  BB: 'Breakfast included',
  HB: 'Half board',
  FB: 'Full board',
  AI: 'All inclusive',
};

export const boardName = (code: string) => BOARDS[code] ?? code;

/** The most important fact about a cancellation, in a few words. */
export function shortTerms(
  {
    refundability,
    freeCancellationUntil: until,
  }: Pick<CancellationTerms, 'refundability' | 'freeCancellationUntil'>,
  timeZone: string | null,
): Html {
  if (until !== null && Date.parse(until) > Date.now())
    return html`<span class="good">Free cancellation until ${time(until, timeZone)}</span>`;
  if (refundability === 'NON_REFUNDABLE') return html`<span>Non-refundable</span>`;
  if (refundability === 'UNKNOWN') return html`<span>Cancellation terms are shown before you book</span>`;
  return html`<span>Cancellation fee applies</span>`;
}

/** The terms with the fees that the guest pays, not with the penalties of the shop. */
export function fullTerms(
  { windows, noShow, propertyTimeZone: zone }: CancellationTerms,
  price: Pick<Price, 'net' | 'selling'>,
): Html {
  const lines = windows.map(({ from, to, penalty }) => {
    const fee = guestFee(penalty, price);
    const cost = isFree(fee) ? 'free of charge' : `costs ${money(fee)}`;
    const when = [from && `from ${time(from, zone)}`, to && `until ${time(to, zone)}`]
      .filter(Boolean)
      .join(' ');
    return html`<li class="${isFree(fee) && 'good'}">Cancellation ${when || 'at any time'}: ${cost}</li>`;
  });
  return html`<ul>
${lines}
${noShow && html`<li>No-show: costs ${money(guestFee(noShow.penalty, price))}</li>`}
</ul>`;
}
