/**
 * What the test providers can be made to do. Each scenario has a hotel in the place "Sandbox", and `settings.scenario`
 * forces it on any hotel of test mode, on the operation named here; elsewhere it is SCENARIO_NOT_ALLOWED.
 */

export const SCENARIO_GROUPS = ['SEARCH', 'QUOTE', 'BOOK', 'CANCEL', 'PLATFORM'] as const;
export type ScenarioGroup = (typeof SCENARIO_GROUPS)[number];

/** The operation on which a scenario may be forced; `any` is each of the six. */
export const SCENARIO_OPERATIONS = ['availability', 'prebooking', 'booking', 'cancel', 'any'] as const;
export type ScenarioOperation = (typeof SCENARIO_OPERATIONS)[number];

/** One behaviour of the test providers, by the name that `settings.scenario` takes. */
export interface Scenario {
  name: string;
  group: ScenarioGroup;
  operation: ScenarioOperation;
  /** What happens, as a partner sees it. */
  description: string;
}

export const SCENARIOS = [
  search('ok', 'Everything succeeds: offers, a quote at the same price, a confirmed booking, a free cancel.'),
  search('avail.none', 'The search finds nothing: 200 with no hotels.'),
  search('avail.min_stay', 'Stays under three nights are not sold: unavailable with MINIMUM_STAY.'),
  search('avail.partial', 'One of three providers times out: offers of the others and `complete: false`.'),
  search('avail.all_timeout', 'Every provider times out: 504 PROVIDER_TIMEOUT.'),
  search('avail.all_error', 'Every provider fails: 502 ALL_PROVIDERS_FAILED.'),
  search('avail.slow', 'The providers answer late, within the default timeout.'),
  search('avail.huge', 'Very many offers and rooms, to test limits and paging.'),
  search('avail.on_request', 'The hotel has to confirm: the booking begins as ON_REQUEST.'),
  search('avail.pay_at_property', 'The guest pays at the hotel, and part of the charges are due there.'),
  search('avail.timezone_plus14', 'A hotel 14 hours ahead of UTC, where the day begins first.'),
  search('avail.timezone_minus11', 'A hotel 11 hours behind UTC, where the day begins last.'),
  search('avail.timezone_unknown', 'A hotel without a known zone: deadlines are CONSERVATIVE.'),
  search('avail.currency_jpy', 'A provider that sells in JPY, without decimals.'),
  search('avail.currency_kwd', 'A provider that sells in KWD, with three decimals.'),
  quote('prebook.price_up', 'The quote is dearer: PRICE_CHANGED with the difference in `changes`.'),
  quote('prebook.price_down', 'The quote is cheaper: PRICE_CHANGED with the difference in `changes`.'),
  quote('prebook.terms_changed', 'The cancellation terms are stricter: TERMS_CHANGED; send its `termsHash`.'),
  quote('prebook.soldout', 'The offer is gone: 409 OFFER_NOT_AVAILABLE with alternatives of the hotel.'),
  quote('prebook.short_ttl', 'The quote lives for seconds only, so that booking answers 410 QUOTE_EXPIRED.'),
  quote('prebook.timeout', 'The provider does not answer: 504 PROVIDER_TIMEOUT.'),
  book('book.rejected', 'The provider refuses: 409 BOOKING_REJECTED, REJECTED/PROVIDER_REFUSED.'),
  book('book.soldout', 'Sold out meanwhile: 409 OFFER_NOT_AVAILABLE, REJECTED/SOLD_OUT.'),
  book('book.price_changed', 'The price rose: 409 PRICE_CHANGED, REJECTED/PRICE_CHANGED.'),
  book('book.on_request_confirm', '202 ON_REQUEST; the hotel confirms later.'),
  book('book.on_request_reject', '202 ON_REQUEST; the hotel refuses later.'),
  book('book.timeout_then_confirmed', '202 PENDING; the booking is found at the provider and CONFIRMED.'),
  book('book.timeout_then_absent', '202 PENDING; not found twice, so REJECTED/NOT_FOUND_AT_PROVIDER.'),
  book('book.timeout_forever', '202 PENDING that nobody resolves: ends with `needsAttention`.'),
  book('book.garbled', 'An unreadable answer: 202 PENDING, then resolved by a lookup.'),
  book('book.ok_but_error', 'A success that carries an error: 202 PENDING, then resolved by a lookup.'),
  book('book.late_confirmation', 'REJECTED, then the reservation turns up and is cancelled: COMPENSATED.'),
  book('book.confirmation_number_later', 'CONFIRMED at once; `hotelConfirmationNumber` follows later.'),
  book('book.cancelled_by_hotel', 'CONFIRMED at once; the hotel cancels later: CANCELLED/BY_HOTEL.'),
  onOffer('cancel.free', 'The offer can be cancelled free of charge.'),
  onOffer('cancel.penalty', 'Cancelling the offer costs a part of the price from the start.'),
  onOffer('cancel.nonrefundable', 'Cancelling the offer costs the full price.'),
  cancel('cancel.timeout_then_done', '202 CANCEL_PENDING; the cancellation is confirmed later.'),
  cancel(
    'cancel.refused',
    'The provider refuses: 409 CANCELLATION_NOT_ALLOWED, the booking stays CONFIRMED.',
  ),
  platform(
    'limit.429',
    'The answer is 429 RATE_LIMIT_EXCEEDED with `Retry-After`. The request counts towards the limits of the key.',
  ),
  platform('error.500', 'The answer is 500 INTERNAL_ERROR; nothing was sent to a provider.'),
  platform('error.503', 'The answer is 503 SERVICE_UNAVAILABLE with `Retry-After`; nothing was sent.'),
  platform('webhook.flaky', 'The first deliveries of each event fail on purpose and are repeated.'),
  platform('webhook.duplicate', 'Each event is delivered twice under the same id.'),
] as const satisfies readonly Scenario[];

export type ScenarioName = (typeof SCENARIOS)[number]['name'];

function search<const Name extends string>(name: Name, description: string) {
  return { name, group: 'SEARCH', operation: 'availability', description } as const;
}

function quote<const Name extends string>(name: Name, description: string) {
  return { name, group: 'QUOTE', operation: 'prebooking', description } as const;
}

function book<const Name extends string>(name: Name, description: string) {
  return { name, group: 'BOOK', operation: 'booking', description } as const;
}

/** Terms belong to the offer, so these are forced on the search and travel with what it finds. */
function onOffer<const Name extends string>(name: Name, description: string) {
  return { name, group: 'CANCEL', operation: 'availability', description } as const;
}

function cancel<const Name extends string>(name: Name, description: string) {
  return { name, group: 'CANCEL', operation: 'cancel', description } as const;
}

function platform<const Name extends string>(name: Name, description: string) {
  return { name, group: 'PLATFORM', operation: 'any', description } as const;
}
