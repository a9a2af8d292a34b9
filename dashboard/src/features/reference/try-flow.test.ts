import { expect, test } from 'vitest';
import {
  carriedFrom,
  filledBody,
  laterThan,
  neededBy,
  nextStep,
  type Step,
  sourceOf,
  valuesOf,
  withIds,
} from './try-flow.ts';

const STEPS: Step[] = [
  {
    operation: 'availability',
    path: '/a',
    body: { checkIn: '2027-01-01' },
    keeps: [{ name: 'offer', member: 'hotels[0].offers[0].offerId' }],
    status: 200,
  },
  { operation: 'prebooking', path: '/p', body: { offerId: '$offer' }, keeps: [], status: 200 },
  {
    operation: 'booking',
    path: '/b',
    body: { quoteId: '$quote', clientReference: '$reference' },
    keeps: [],
    status: 200,
  },
];

test('the id of an offer is carried from a search to the quote', () => {
  const [search] = STEPS as [Step];
  const ids = carriedFrom(search, { hotels: [{ offers: [{ offerId: 'off_1' }] }] }, 'req_1');
  // Each id says where it came from.
  expect(ids).toEqual([
    {
      name: 'offer',
      value: 'off_1',
      path: 'hotels[0].offers[0].offerId',
      operation: 'availability',
      requestId: 'req_1',
    },
  ]);
  const carried = valuesOf(ids);
  const next = nextStep(STEPS, 'availability', carried);
  expect(next?.label).toBe('Quote this offer');
  expect(JSON.parse(filledBody(next?.step.body ?? {}, carried, 0))).toEqual({ offerId: 'off_1' });
});

test('there is no next step if the response lacks what it needs', () => {
  const [search] = STEPS as [Step];
  expect(carriedFrom(search, { hotels: [] }, 'req_1')).toEqual([]);
  expect(nextStep(STEPS, 'availability', {})).toBeUndefined();
  expect(nextStep(STEPS, 'booking', {})).toBeUndefined();
  expect(nextStep(STEPS, 'boards', {})).toBeUndefined();
});

test('each body gets a new client reference, and unknown placeholders stay visible', () => {
  const body = JSON.parse(filledBody(STEPS[2]?.body ?? {}, {}, 1_000_000));
  expect(body).toEqual({ quoteId: '$quote', clientReference: 'TRY-LFLS' });
});

test('a later response replaces the ids of an earlier one', () => {
  const id = (name: string, value: string) => ({ name, value, path: '', operation: 'x', requestId: 'r' });
  const ids = withIds([id('offer', 'off_1'), id('quote', 'quo_1')], [id('offer', 'off_2')]);
  expect(valuesOf(ids)).toEqual({ quote: 'quo_1', offer: 'off_2' });
});

test('a step names the ids that it needs and the operation that returns them', () => {
  expect(neededBy(STEPS[2]?.body ?? {})).toEqual(['quote']);
  expect(sourceOf(STEPS, 'offer')).toBe('availability');
  expect(sourceOf(STEPS, 'quote')).toBeUndefined();
  expect(laterThan(STEPS, 'availability')).toEqual(['prebooking', 'booking']);
  expect(laterThan(STEPS, 'boards')).toEqual([]);
});
