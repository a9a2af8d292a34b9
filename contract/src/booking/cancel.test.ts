import { describe, expect, it } from 'vitest';
import { changed, failuresOf } from '../../test/failures.ts';
import { mainExample } from '../openapi/recorded-examples.ts';
import { bookingdetail } from './bookingdetail.ts';
import { cancel } from './cancel.ts';

const { input, output } = cancel;
const examples = mainExample(cancel);

describe('a cancel request', () => {
  it.each([
    ['an id alone', { bookingId: 'bkg_1' }],
    ['an id of any shape', { bookingId: '' }],
    ['a reference alone', { clientReference: 'abc' }],
    ['a quote', { bookingId: 'bkg_1', mode: 'QUOTE' }],
    ['a limit in yen', { bookingId: 'bkg_1', maxPenalty: { amount: '5000', currency: 'JPY' } }],
    ['a limit in dinar', { bookingId: 'bkg_1', maxPenalty: { amount: '5.000', currency: 'KWD' } }],
    ['the longest reason', { bookingId: 'bkg_1', reason: 'x'.repeat(500) }],
    ['the shortest timeout', { bookingId: 'bkg_1', settings: { timeout: 5_000 } }],
  ])('is accepted: %s', (_, request) => {
    expect(failuresOf(input, request)).toEqual([]);
  });

  it.each([
    ['nothing to cancel', {}, ['/bookingId EXACTLY_ONE_REQUIRED']],
    [
      'id and reference',
      { bookingId: 'bkg_1', clientReference: 'abc' },
      ['/clientReference EXACTLY_ONE_ALLOWED'],
    ],
    [
      'id and a wrong reference',
      { bookingId: 'b', clientReference: '' },
      ['/clientReference invalid_format', '/clientReference EXACTLY_ONE_ALLOWED'],
    ],
    ['an unknown mode', { bookingId: 'b', mode: 'DRY_RUN' }, ['/mode invalid_value']],
    [
      'a negative limit',
      { bookingId: 'b', maxPenalty: { amount: '-1.00', currency: 'EUR' } },
      ['/maxPenalty/amount invalid_format'],
    ],
    [
      'decimals in yen',
      { bookingId: 'b', maxPenalty: { amount: '5.00', currency: 'JPY' } },
      ['/maxPenalty/amount WRONG_DECIMALS'],
    ],
    ['a long reason', { bookingId: 'b', reason: 'x'.repeat(501) }, ['/reason too_big']],
    ['a card number', { bookingId: 'b', reason: 'refund to 5555 5555 5555 4444' }, ['/reason CARD_NUMBER']],
    [
      'a timeout of another operation',
      { bookingId: 'b', settings: { timeout: 500 } },
      ['/settings/timeout too_small'],
    ],
    ['a misspelt guard', { bookingId: 'b', maxPenality: {} }, ['/maxPenality UNKNOWN_FIELD']],
  ])('is refused: %s', (_, request, failures) => {
    expect(failuresOf(input, request)).toEqual(failures);
  });
});

describe('a cancel answer', () => {
  it('may carry what a quote adds', () => {
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

describe('a bookingdetail request', () => {
  it.each([
    ['by id', { bookingId: 'bkg_1', include: ['history', 'audit'], refresh: true }, []],
    ['by reference', { clientReference: 'abc' }, []],
    ['by neither', { refresh: false }, ['/bookingId EXACTLY_ONE_REQUIRED']],
    ['by both', { bookingId: 'bkg_1', clientReference: 'abc' }, ['/clientReference EXACTLY_ONE_ALLOWED']],
    ['with an unknown include', { bookingId: 'b', include: ['guests'] }, ['/include/0 invalid_value']],
    [
      'with too long a timeout',
      { bookingId: 'b', settings: { timeout: 30_001 } },
      ['/settings/timeout too_big'],
    ],
  ])('names its booking: %s', (_, request, failures) => {
    expect(failuresOf(bookingdetail.input, request)).toEqual(failures);
  });
});
