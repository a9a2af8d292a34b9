import { expect, test } from 'vitest';
import { errorIn, withoutAdvice, withoutFullStop } from './request-error.tsx';

test('the message and the fields of a recorded error are found', () => {
  const details = [{ path: '/checkIn', code: 'REQUIRED', message: 'Send a date.' }];
  const body = { error: { code: 'VALIDATION_ERROR', message: '1 field is invalid.', details } };
  expect(errorIn(body)).toEqual({ message: '1 field is invalid.', details });
});

test('a body that is missing, truncated or redacted contains no error', () => {
  for (const body of [
    null,
    undefined,
    'text',
    {},
    { error: '[redacted]' },
    { error: { details: [null, 1] } },
  ]) {
    expect(errorIn(body)).toEqual({ message: undefined, details: [] });
  }
});

test('the message of an error does not repeat what the advice says', () => {
  const advice = 'Send the offer ID exactly as availability returned it.';
  expect(withoutAdvice('Unknown offer. Send the offerId exactly as availability returned it.', advice)).toBe(
    'Unknown offer.',
  );
  expect(withoutAdvice('Unknown offer.', advice)).toBe('Unknown offer.');
  expect(withoutAdvice(advice, advice)).toBe(advice);
  expect(withoutAdvice('Unknown offer.', null)).toBe('Unknown offer.');
});

test('a sentence that is only part of the advice, or that has no Latin letters, is kept', () => {
  const advice = 'Do not retry. Search again.';
  expect(withoutAdvice('Sold out. Search', advice)).toBe('Sold out. Search');
  expect(withoutAdvice('売り切れ。 … Search again.', advice)).toBe('売り切れ。 … Search again.');
  expect(withoutAdvice('売り切れ. Search again.', advice)).toBe('売り切れ.');
});

test('a heading of one sentence has no full stop, and several sentences keep theirs', () => {
  expect(withoutFullStop('Unknown offer.')).toBe('Unknown offer');
  expect(withoutFullStop('3 fields are invalid. See the details.')).toBe(
    '3 fields are invalid. See the details.',
  );
});
