/** The pages of a checkout: the guests, a price that has expired, a room that was sold. */
import {
  type ApiError,
  type BookingRequest,
  GoneError,
  type Hotel,
  type Quote,
  type ValidationError,
} from '@serai/sdk';
import { page, photo } from './layout.ts';
import { boardName, day, fullTerms, money, plural, type Stay, stayQuery } from './stay.ts';
import { type Html, hidden, html, type Reply, type Visit } from './web.ts';

export interface Checkout {
  reference: string;
  hotelId: string;
  hotel: Hotel | undefined;
  offerId: string;
  stay: Stay;
  quote: Quote;
  /** The request that is being sent, or whose outcome is not known. */
  sent?: Sent | undefined;
}

interface Sent {
  request: BookingRequest;
  atMs: number;
  outcome: Promise<Reply>;
  /** Serai did not accept the request when it was sent again, which says nothing about the first time. */
  isStuck: boolean;
}

const MAX_NAME = 80;
const MAX_OTHER = 100;

/** What is shown for an offer that cannot be booked, by the code of the error. */
const GONE: Readonly<Record<string, readonly [title: string, text: string]>> = {
  OFFER_NOT_AVAILABLE: [
    'This room has just been sold',
    'Nothing was booked. Other rooms may still be available.',
  ],
  PRICE_CHANGED: ['The price has changed', 'Nothing was booked. Please look at the current prices.'],
  TERMS_NOT_ACCEPTED: ['The terms have changed', 'Nothing was booked. Please look at the current offers.'],
  QUOTE_ALREADY_USED: [
    'This offer was already booked',
    'Please look at your booking before you book another room.',
  ],
  OFFER_EXPIRED: ['This offer has expired', 'Prices are valid for a short time only.'],
};

export function gonePage(hotelId: string, stay: Stay, error: ApiError): Reply {
  const otherwise = [
    'This offer cannot be booked',
    'Nothing was booked. Please choose another one.',
  ] as const;
  const [title, text] = (Object.hasOwn(GONE, error.code) && GONE[error.code]) || otherwise;
  const body = html`<h1>${title}</h1><p>${text}</p>
<p><a class="button" href="/hotel/${hotelId}?${stayQuery(stay)}">See current rooms and prices</a></p>`;
  return page(title, body, { status: error instanceof GoneError ? 410 : 409 });
}

export function expiredPage(visit: Visit, { offerId, hotelId, stay }: Checkout): Reply {
  const body = html`<h1>Your price has expired</h1>
<p>Nothing was booked. We can ask the hotel for its price again.</p>
<form action="/checkout" method="post">
${visit.token}
${hidden('offerId', visit.seal(offerId))}
${hidden('hotelId', hotelId)}
${hidden('stay', stayQuery(stay))}
<button>Check the price again</button>
</form>`;
  return page('Price expired', body, { status: 410 });
}

/** The reasons why Serai refused the request, with the names of the fields as the form shows them. */
export function problemsOf({ details }: ValidationError, { hotelId, stay }: Checkout): (Html | string)[] {
  if (details.length > 0)
    return details.map(({ path, message }) => [fieldName(path), message].filter(Boolean).join(': '));
  const hotel = html`<a href="/hotel/${hotelId}?${stayQuery(stay)}">choose the room again</a>`;
  return [html`This booking could not be accepted, and nothing was booked. Please ${hotel}.`];
}

const NAMES: Readonly<Record<string, string>> = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  remarks: 'Special requests',
};

/** `/holder/phone` is the phone, and `/rooms/0/guests/1/firstName` the first name of guest 2. */
function fieldName(pointer: string): string {
  const last = pointer.split('/').at(-1) ?? '';
  const name = Object.hasOwn(NAMES, last) ? (NAMES[last] as string) : '';
  const guest = /\/guests\/(\d+)/.exec(pointer)?.[1];
  if (guest === undefined) return name;
  return [`Guest ${Number(guest) + 1}`, name.toLowerCase()].filter(Boolean).join(', ');
}

export function guestPage(
  visit: Visit,
  checkout: Checkout,
  problems: readonly (Html | string)[] = [],
): Reply {
  const { token, form } = visit;
  const { reference, quote, stay } = checkout;
  const { offer, requirements } = quote;
  const minutes = Math.floor((Date.parse(quote.expiresAt) - Date.now()) / 60_000);
  if (minutes < 0) return expiredPage(visit, checkout);
  const input = (name: string, label: string, isRequired: boolean, attributes: Html) =>
    html`<div class="field"><label for="${name}">${label}${!isRequired && ' (optional)'}</label>
<input id="${name}" name="${name}" value="${form.get(name)}" ${isRequired && html`required`} ${attributes}></div>`;
  const names = (i: number, who: string, isRequired: boolean, autocomplete = ['off', 'off']) => {
    const length = html`maxlength="${requirements.maxNameLength ?? MAX_NAME}"`;
    const [first, last] =
      who === '' ? ['First name', 'Last name'] : [`${who}: first name`, `${who}: last name`];
    return html`<div class="pair">
${input(`first${i}`, first as string, isRequired, html`${length} autocomplete="${autocomplete[0]}"`)}
${input(`last${i}`, last as string, isRequired, html`${length} autocomplete="${autocomplete[1]}"`)}
</div>`;
  };
  const others = Array.from({ length: stay.adults + stay.childAges.length - 1 }, (_, i) => {
    const age = stay.childAges[i + 1 - stay.adults];
    const who = age === undefined ? `Guest ${i + 2}` : `Child, ${age}`;
    return names(i + 1, who, requirements.guestNames === 'ALL');
  });
  const other = html`maxlength="${MAX_OTHER}"`;
  const body = html`<h1>Your details</h1>
<div class="checkout">
${summary(checkout)}
<form class="panel" action="/book/${reference}" method="post" data-once>
${token}
${
  problems.length > 0 &&
  html`<div class="notice panel bad" role="alert"><ul>${problems.map(problem => html`<li>${problem}</li>`)}</ul></div>`
}
${changes(quote)}
<h2>Who is travelling?</h2>
${names(0, '', true, ['given-name', 'family-name'])}
<div class="pair">
${input('email', 'Email', requirements.holderEmail, html`type="email" autocomplete="email" ${other}`)}
${input('phone', 'Phone', requirements.holderPhone, html`type="tel" autocomplete="tel" ${other}`)}
</div>
${others}
${
  requirements.maxRemarkLength > 0 &&
  html`<div class="field"><label for="remarks">Special requests (optional, not guaranteed)</label>
<textarea id="remarks" name="remarks" rows="2" maxlength="${requirements.maxRemarkLength}">
${form.get('remarks')}</textarea></div>`
}
<button class="large">Book for ${money(offer.price.guestTotal)}</button>
<p class="hint">This price is valid for ${minutes < 1 ? 'less than a minute' : plural(minutes, 'minute')}.
This example takes no payment.</p>
</form>
</div>`;
  return page('Your details', body, { status: problems.length > 0 ? 400 : 200 });
}

/** The visitor must accept a change explicitly. The box sends the hash of exactly these terms. */
function changes({ status, changes: changed, offer, termsHash }: Quote): Html | null {
  if (status === 'AVAILABLE') return null;
  // The changes also contain `price.net`, which is not for guests.
  const before = changed.find(({ field }) => field === 'price.guestTotal')?.from;
  return html`<div class="notice panel" role="alert">
<strong>${status === 'PRICE_CHANGED' ? 'The price has changed' : 'The terms have changed'}</strong>
<p>The hotel now asks ${money(offer.price.guestTotal)}${isMoney(before) && ` instead of ${money(before)}`},
with the terms shown on this page.</p>
<label class="check">
<input type="checkbox" name="accept" value="${termsHash}" required>I accept the new price and terms
</label>
</div>`;
}

function isMoney(value: unknown): value is { amount: string; currency: string } {
  return typeof value === 'object' && value !== null && 'amount' in value && 'currency' in value;
}

function summary({ quote, stay, hotel }: Checkout): Html {
  const { offer, notices } = quote;
  const { guestTotal, payAtProperty, unpricedCharges = [] } = offer.price;
  const extra = unpricedCharges.filter(({ collection }) => collection !== 'INCLUDED');
  const list = (title: string, lines: readonly (Html | string)[]) =>
    lines.length > 0 && html`<h3>${title}</h3><ul>${lines.map(line => html`<li>${line}</li>`)}</ul>`;
  const guests = [
    plural(stay.adults, 'adult'),
    ...(stay.childAges.length > 0 ? [plural(stay.childAges.length, 'child', 'children')] : []),
  ];
  return html`<aside class="summary panel" aria-label="Your stay">
${hotel && photo(hotel.images?.[0], hotel.name, false)}
<h2>${hotel?.name}</h2>
<p><strong>${offer.rooms.map(({ name }) => name).join(', ')}</strong><br>
${day(stay.checkIn)} to ${day(stay.checkOut)}<br>${guests.join(', ')}<br>${boardName(offer.board.code)}</p>
<p><span class="amount">${money(guestTotal)}</span>
<span class="hint">in total, with all known taxes and fees</span></p>
<p>${offer.payment.type === 'PAY_AT_PROPERTY' ? 'You pay at the hotel.' : 'You pay us when you book.'}</p>
${list(
  'Of which you pay at the hotel',
  payAtProperty.map(({ description, amount }) => `${description}: ${money(amount)}`),
)}
${list('Not included in the price', extra.map(chargeText))}
<h3>Cancellation</h3>${fullTerms(offer.cancellation, offer.price)}
${list(
  'From the hotel',
  notices.map(({ text }) => text),
)}
</aside>`;
}

type Charge = NonNullable<Quote['offer']['price']['unpricedCharges']>[number];

/** A charge whose amount is not known in the currency of the price. */
function chargeText({ description, local, percent }: Charge): string {
  if (local !== undefined) return `${description}: ${money(local)}`;
  return percent === undefined ? description : `${description}: ${percent} %`;
}
