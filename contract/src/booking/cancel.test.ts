import { describe, expect, it } from 'vitest';
import { changed, failuresOf } from '../../test/failures.ts';
import { mainExample } from '../openapi/recorded-examples.ts';
import { bookingdetail } from './bookingdetail.ts';
import { cancel } from './cancel.ts';

const { input, output } = cancel;
const examples = mainExample(cancel);

describe('cancel requests', () => {
  it.each([
    ['a booking id only', { bookingId: 'bkg_1' }],
    ['a booking id in any format', { bookingId: '' }],
    ['a client reference only', { clientReference: 'abc' }],
    ['a quote', { bookingId: 'bkg_1', mode: 'QUOTE' }],
    ['a maximum penalty in JPY', { bookingId: 'bkg_1', maxPenalty: { amount: '5000', currency: 'JPY' } }],
    ['a maximum penalty in KWD', { bookingId: 'bkg_1', maxPenalty: { amount: '5.000', currency: 'KWD' } }],
    ['the longest reason', { bookingId: 'bkg_1', reason: 'x'.repeat(500) }],
    ['the shortest timeout', { bookingId: 'bkg_1', settings: { timeout: 5_000 } }],
  ])('cancel accepts a request with %s', (_, request) => {
    expect(failuresOf(input, request)).toEqual([]);
  });

  it.each([
    ['neither booking id nor client reference', {}, ['/bookingId EXACTLY_ONE_REQUIRED']],
    [
      'both booking id and client reference',
      { bookingId: 'bkg_1', clientReference: 'abc' },
      ['/clientReference EXACTLY_ONE_ALLOWED'],
    ],
    [
      'a booking id and an invalid client reference',
      { bookingId: 'b', clientReference: '' },
      ['/clientReference invalid_format', '/clientReference EXACTLY_ONE_ALLOWED'],
    ],
    ['an unknown mode', { bookingId: 'b', mode: 'DRY_RUN' }, ['/mode invalid_value']],
    [
      'a negative maximum penalty',
      { bookingId: 'b', maxPenalty: { amount: '-1.00', currency: 'EUR' } },
      ['/maxPenalty/amount invalid_format'],
    ],
    [
      'decimals in a JPY amount',
      { bookingId: 'b', maxPenalty: { amount: '5.00', currency: 'JPY' } },
      ['/maxPenalty/amount WRONG_DECIMALS'],
    ],
    ['a reason that is too long', { bookingId: 'b', reason: 'x'.repeat(501) }, ['/reason too_big']],
    [
      'a card number in the reason',
      { bookingId: 'b', reason: 'refund to 5555 5555 5555 4444' },
      ['/reason CARD_NUMBER'],
    ],
    [
      'a timeout below the minimum of cancel',
      { bookingId: 'b', settings: { timeout: 500 } },
      ['/settings/timeout too_small'],
    ],
    ['a misspelt maximum penalty', { bookingId: 'b', maxPenality: {} }, ['/maxPenality UNKNOWN_FIELD']],
  ])('cancel rejects a request with %s', (_, request, failures) => {
    expect(failuresOf(input, request)).toEqual(failures);
  });
});

describe('cancel responses', () => {
  it('a cancel response may contain the QUOTE-mode fields if all amounts use one currency', () => {
    const penalty = { amount: '222.00', currency: 'EUR' };
    const answer = {
      ...examples.answer,
      validUntil: '2027-03-10T23:00:00Z',
      nextPenalty: { penalty, from: '2027-03-10T23:00:00Z' },
    };
    expect(failuresOf(output, answer)).toEqual([]);
    expect(failuresOf(output, changed(answer, 'nextPenalty.penalty.currency', 'USD'))).toEqual([
      ' MIXED_CURRENCIES',
    ]);
  });
});

describe('bookingdetail requests', () => {
  it.each([
    ['with a booking id', { bookingId: 'bkg_1', include: ['history', 'audit'], refresh: true }, []],
    ['with a client reference', { clientReference: 'abc' }, []],
    ['with neither booking id nor client reference', { refresh: false }, ['/bookingId EXACTLY_ONE_REQUIRED']],
    [
      'with both booking id and client reference',
      { bookingId: 'bkg_1', clientReference: 'abc' },
      ['/clientReference EXACTLY_ONE_ALLOWED'],
    ],
    ['with an unknown include option', { bookingId: 'b', include: ['guests'] }, ['/include/0 invalid_value']],
    [
      'with a timeout that is too long',
      { bookingId: 'b', settings: { timeout: 30_001 } },
      ['/settings/timeout too_big'],
    ],
  ])('bookingdetail validates a request %s', (_, request, failures) => {
    expect(failuresOf(bookingdetail.input, request)).toEqual(failures);
  });
});
