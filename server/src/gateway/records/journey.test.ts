import { expect, test } from 'vitest';
import { journeyOf, type Step } from './journey.ts';

const step = (id: string, uses: string | null, ...makes: string[]): Step => ({ id, uses, makes });
const SEARCH = step('search', null, 'off_1', 'off_2');
const QUOTE = step('quote', 'off_1', 'quo_1');
const OTHER_QUOTE = step('other quote', 'off_2', 'quo_2');
const BOOKING = step('booking', 'quo_1', 'bkg_1');
const CANCEL = step('cancel', 'bkg_1');
const ALL = [SEARCH, QUOTE, OTHER_QUOTE, BOOKING, CANCEL];

test('a journey leads back to the search and on to the cancellation', () => {
  expect([...journeyOf(QUOTE, ALL)].sort()).toEqual(['booking', 'cancel', 'quote', 'search']);
});

test('another quote from the same search is not part of the journey of a booking', () => {
  expect(journeyOf(CANCEL, ALL).has('other quote')).toBe(false);
  expect(journeyOf(SEARCH, ALL).has('other quote')).toBe(true);
});

test('a step without stored ids is alone', () => {
  expect([...journeyOf(step('lost', null), ALL)]).toEqual(['lost']);
});
