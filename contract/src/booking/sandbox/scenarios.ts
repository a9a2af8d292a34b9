/**
 * The behaviours that the test providers can simulate. Each scenario has its own hotel in the place "Sandbox". In test
 * mode, `settings.scenario` selects a scenario for any other hotel. This works only with the operation given here.
 * Other operations return SCENARIO_NOT_ALLOWED.
 */

export const SCENARIO_GROUPS = ['SEARCH', 'QUOTE', 'BOOK', 'CANCEL', 'PLATFORM'] as const;
export type ScenarioGroup = (typeof SCENARIO_GROUPS)[number];

/**
 * The operation for which `settings.scenario` can select the scenario. `any` means every operation that has `settings`.
 */
export const SCENARIO_OPERATIONS = ['availability', 'prebooking', 'booking', 'cancel', 'any'] as const;
export type ScenarioOperation = (typeof SCENARIO_OPERATIONS)[number];

/** One behaviour of the test providers. `name` is the value for `settings.scenario`. */
export interface Scenario {
  name: string;
  group: ScenarioGroup;
  operation: ScenarioOperation;
  /** The behaviour from the partner's point of view. */
  description: string;
}

export const SCENARIOS = [
  search(
    'ok',
    'Everything succeeds: offers, a quote at the same price, a confirmed booking and a free cancellation.',
  ),
  search('avail.none', 'The search finds nothing: 200 with no hotels.'),
  search(
    'avail.min_stay',
    'Stays of fewer than three nights are not sold: the hotel is unavailable with `MINIMUM_STAY`.',
  ),
  search('avail.partial', 'One of three providers times out: offers from the others and `complete: false`.'),
  search('avail.all_timeout', 'Every provider times out: 504 `PROVIDER_TIMEOUT`.'),
  search('avail.all_error', 'Every provider fails: 502 `ALL_PROVIDERS_FAILED`.'),
  search('avail.slow', 'The providers respond slowly, but within the default timeout.'),
  search('avail.huge', 'A very large number of offers and rooms, to test limits and paging.'),
  search('avail.on_request', 'The hotel confirms manually: the booking starts as `ON_REQUEST`.'),
  search(
    'avail.pay_at_property',
    'The guest pays for the stay at the hotel, and some charges are added there.',
  ),
  search('avail.timezone_plus14', 'A hotel 14 hours ahead of UTC, where the day starts first.'),
  search('avail.timezone_minus11', 'A hotel 11 hours behind UTC, where the day starts last.'),
  search('avail.timezone_unknown', 'A hotel whose time zone is not known: deadlines are `CONSERVATIVE`.'),
  search('avail.currency_jpy', 'A provider that sells in JPY, without decimals.'),
  search('avail.currency_kwd', 'A provider that sells in KWD, with three decimals.'),
  quote(
    'prebook.price_up',
    'The price of the quote is higher: `PRICE_CHANGED` with the difference in `changes`.',
  ),
  quote(
    'prebook.price_down',
    'The price of the quote is lower: `PRICE_CHANGED` with the difference in `changes`.',
  ),
  quote(
    'prebook.terms_changed',
    'The cancellation terms are stricter: `TERMS_CHANGED`. Confirm them with `termsHash`.',
  ),
  quote(
    'prebook.soldout',
    'The offer is no longer available: 409 `OFFER_NOT_AVAILABLE` with alternatives at the same hotel.',
  ),
  quote(
    'prebook.short_ttl',
    'The quote expires within seconds, so that booking returns 410 `QUOTE_EXPIRED`.',
  ),
  quote('prebook.timeout', 'The provider does not respond: 504 `PROVIDER_TIMEOUT`.'),
  book(
    'book.rejected',
    'The provider rejects the booking: 409 `BOOKING_REJECTED`, `REJECTED/PROVIDER_REFUSED`.',
  ),
  book(
    'book.soldout',
    'The rooms have sold out since the quote: 409 `OFFER_NOT_AVAILABLE`, `REJECTED/SOLD_OUT`.',
  ),
  book('book.price_changed', 'The price has risen: 409 `PRICE_CHANGED`, `REJECTED/PRICE_CHANGED`.'),
  book('book.on_request_confirm', '202 `ON_REQUEST`. The hotel confirms later.'),
  book('book.on_request_reject', '202 `ON_REQUEST`. The hotel rejects the booking later.'),
  book(
    'book.timeout_then_confirmed',
    '202 `PENDING`. The booking is found at the provider and becomes `CONFIRMED`.',
  ),
  book(
    'book.timeout_then_absent',
    '202 `PENDING`. The booking is not found in two lookups: `REJECTED/NOT_FOUND_AT_PROVIDER`.',
  ),
  book('book.timeout_forever', '202 `PENDING`. The outcome remains unknown: `needsAttention` is set.'),
  book('book.garbled', 'The response is unreadable: 202 `PENDING`, then resolved by a lookup.'),
  book(
    'book.ok_but_error',
    'A success response contains an error: 202 `PENDING`, then resolved by a lookup.',
  ),
  book(
    'book.late_confirmation',
    '`REJECTED`. The reservation appears later and is cancelled: `COMPENSATED`.',
  ),
  book('book.confirmation_number_later', '`CONFIRMED` immediately. `hotelConfirmationNumber` follows later.'),
  book('book.cancelled_by_hotel', '`CONFIRMED` immediately. The hotel cancels later: `CANCELLED/BY_HOTEL`.'),
  onOffer('cancel.free', 'The offer has free cancellation until the end of the arrival day.'),
  onOffer('cancel.penalty', 'Cancelling costs part of the price from the start.'),
  onOffer('cancel.nonrefundable', 'Cancelling costs the full price.'),
  cancel('cancel.timeout_then_done', '202 `CANCEL_PENDING`. The cancellation is confirmed later.'),
  cancel(
    'cancel.refused',
    'The provider does not accept the cancellation: 409 `CANCELLATION_NOT_ALLOWED`. The booking stays `CONFIRMED`.',
  ),
  platform(
    'limit.429',
    'The response is 429 `RATE_LIMIT_EXCEEDED` with `Retry-After`. The request counts towards the limits of the key.',
  ),
  platform('error.500', 'The response is 500 `INTERNAL_ERROR`. Nothing is sent to a provider.'),
  platform(
    'error.503',
    'The response is 503 `SERVICE_UNAVAILABLE` with `Retry-After`. Nothing is sent to a provider.',
  ),
  platform(
    'webhook.flaky',
    'The first delivery attempts for each event fail deliberately. Serai then retries.',
  ),
  platform('webhook.duplicate', 'Each event is delivered twice with the same ID.'),
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

/**
 * Terms are part of the offer. These scenarios are therefore selected in the search and apply to the offers it returns.
 */
function onOffer<const Name extends string>(name: Name, description: string) {
  return { name, group: 'CANCEL', operation: 'availability', description } as const;
}

function cancel<const Name extends string>(name: Name, description: string) {
  return { name, group: 'CANCEL', operation: 'cancel', description } as const;
}

function platform<const Name extends string>(name: Name, description: string) {
  return { name, group: 'PLATFORM', operation: 'any', description } as const;
}
