/** The requests that demonstrate a scenario, ready to send. Pure. */
import type { ScenarioStep } from '@serai/contract/account/sandbox.ts';
import { availability } from '@serai/contract/booking/availability.ts';
import { booking } from '@serai/contract/booking/booking.ts';
import { cancel } from '@serai/contract/booking/cancel.ts';
import { prebooking } from '@serai/contract/booking/prebooking.ts';
import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import { SCENARIOS, type ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import type { Operation } from '@serai/contract/operation.ts';
import { addDays } from '../platform/time/civil-date.ts';

/** Far enough in the future for free cancellation. */
const DAYS_AHEAD = 60;
const NIGHTS = 3;

/** The status of the last response, if it is not 200. */
const STATUSES: Readonly<Partial<Record<ScenarioName, number>>> = {
  'avail.all_timeout': 504,
  'avail.all_error': 502,
  'avail.on_request': 202,
  'prebook.soldout': 409,
  'prebook.timeout': 504,
  'book.rejected': 409,
  'book.soldout': 409,
  'book.price_changed': 409,
  'book.on_request_confirm': 202,
  'book.on_request_reject': 202,
  'book.timeout_then_confirmed': 202,
  'book.timeout_then_absent': 202,
  'book.timeout_forever': 202,
  'book.garbled': 202,
  'book.ok_but_error': 202,
  'book.late_confirmation': 202,
  'cancel.timeout_then_done': 202,
  'cancel.refused': 409,
  'limit.429': 429,
  'error.500': 500,
  'error.503': 503,
};

type StepName = 'search' | 'quote' | 'book' | 'cancel';
const WAY: readonly StepName[] = ['search', 'quote', 'book', 'cancel'];

/** `today` is a calendar date. */
export function scenarioSteps(name: ScenarioName, today: string): ScenarioStep[] {
  const last = lastStep(name);
  const make: Record<StepName, () => ScenarioStep> = {
    search: () => search(name, today, last === 'search'),
    quote: () => quote(),
    book: () => book(name),
    cancel: () => cancelling(name),
  };
  const steps = WAY.slice(0, WAY.indexOf(last) + 1).map(step => make[step]());
  const status = STATUSES[name] ?? 200;
  return steps.map((step, i) => (i === steps.length - 1 ? { ...step, keeps: [], status } : step));
}

function lastStep(name: ScenarioName): StepName {
  if (name === 'ok' || name.startsWith('cancel.')) return 'cancel';
  if (name === 'avail.on_request' || name.startsWith('book.') || name.startsWith('webhook.')) return 'book';
  return name.startsWith('prebook.') ? 'quote' : 'search';
}

/** No provider simulates the platform scenarios, so the request names them. */
function forced(name: ScenarioName): { settings?: { scenario: string } } {
  const isPlatform = SCENARIOS.some(each => each.name === name && each.group === 'PLATFORM');
  return isPlatform ? { settings: { scenario: name } } : {};
}

function search(name: ScenarioName, today: string, isLast: boolean): ScenarioStep {
  const checkIn = addDays(today, DAYS_AHEAD);
  const currency = /^avail\.currency_(\w+)$/.exec(name)?.[1]?.toUpperCase();
  return step(
    availability,
    {
      checkIn,
      checkOut: addDays(checkIn, name === 'avail.min_stay' ? 2 : NIGHTS),
      occupancies: [{ adults: 2 }],
      hotelIds: [scenarioHotelId(name)],
      ...(currency !== undefined && { currency }),
      include: ['unavailable'],
      ...(isLast && forced(name)),
    },
    [{ name: 'offer', member: 'hotels[0].offers[0].offerId' }],
  );
}

function quote(): ScenarioStep {
  return step(prebooking, { offerId: '$offer' }, [
    { name: 'quote', member: 'quoteId' },
    { name: 'amount', member: 'offer.price.net.amount' },
    { name: 'currency', member: 'offer.price.net.currency' },
  ]);
}

const GUESTS = ['Ada', 'Luis'].map(firstName => ({ type: 'ADULT', firstName, lastName: 'Moreno' }));

function book(name: ScenarioName): ScenarioStep {
  return step(
    booking,
    {
      quoteId: '$quote',
      clientReference: '$reference',
      holder: { firstName: 'Ada', lastName: 'Moreno', email: 'ada@example.com', phone: '+34 600 000 000' },
      rooms: [{ roomRef: 1, guests: GUESTS }],
      expectedPrice: { amount: '$amount', currency: '$currency' },
      ...forced(name),
    },
    [{ name: 'booking', member: 'booking.bookingId' }],
  );
}

/** For scenarios about the cost of a cancellation, only requests the cost. */
function cancelling(name: ScenarioName): ScenarioStep {
  const isAboutCost = ['cancel.penalty', 'cancel.nonrefundable'].includes(name);
  return step(cancel, { bookingId: '$booking', ...(isAboutCost && { mode: 'QUOTE' }) }, []);
}

function step(
  operation: Operation,
  body: Record<string, unknown>,
  keeps: ScenarioStep['keeps'],
): ScenarioStep {
  return { operation: operation.name, path: operation.path, body, keeps, status: 200 };
}
