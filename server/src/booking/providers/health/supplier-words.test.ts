import { expect, test } from 'vitest';
import { supplierWords } from './supplier-words.ts';

const wordsOf = (body: string | null) =>
  supplierWords({ response: { status: 400, headers: {}, body, truncated: false } });

test.each([
  [
    '{"error":{"code":4002,"message":"bad request","description":"hotelId is missing"}}',
    'bad request – hotelId is missing',
  ],
  ['{"error":{"code":"INVALID_DATA","message":"Invalid data"},"auditData":{"token":"x"}}', 'Invalid data'],
  ['{"error":"Access to this API has been disallowed"}', 'Access to this API has been disallowed'],
  [
    '{"type":"invalid_input","message":"Input errors.","errors":[{"type":"a.b","message":"Add a language."}]}',
    'Input errors. – Add a language.',
  ],
  ['<html><body><h1>503 Service Unavailable</h1></body></html>', '503 Service Unavailable'],
])("the supplier's error message is extracted from %s", (body, words) => {
  expect(wordsOf(body)).toBe(words);
});

test('no message is extracted if there is no response or it contains no explanation', () => {
  expect(wordsOf('{"data":[]}')).toBeNull();
  expect(wordsOf('  ')).toBeNull();
  expect(supplierWords({ response: null })).toBeNull();
});

test('email addresses, phone numbers and long tokens are removed from the supplier’s message', () => {
  const token = 'a1'.repeat(20);
  expect(wordsOf(`{"message":"ann@example.com, +34 600 000 000 and ${token} are wrong"}`)).toBe(
    '[redacted] [redacted] and [redacted] are wrong',
  );
});

test('the supplier’s message is shortened to one line without control characters', () => {
  const words = wordsOf(JSON.stringify({ message: `a\u0000b\u202e ${'word '.repeat(400)}` })) as string;
  expect(words.length).toBeLessThanOrEqual(300);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not occur
  expect(words).not.toMatch(/[\u0000-\u0008\u202e]/);
});
