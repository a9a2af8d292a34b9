import { expect, test } from 'vitest';
import { RecordedRequest, RecordedResponse } from './recorded-message.ts';

test('the JSON of a recorded exchange contains the bodies, which are created only when they are read', () => {
  let reads = 0;
  const body = (text: string) => () => {
    reads++;
    return text;
  };
  const head = { method: 'POST', target: '/search', headers: { accept: 'application/json' } };
  const request = new RecordedRequest(head, body('asked'));
  const response = new RecordedResponse({ status: 200, headers: {} }, body('returned'));
  expect(reads).toBe(0);
  expect(JSON.parse(JSON.stringify({ request, response }))).toEqual({
    request: { ...head, truncated: false, body: 'asked' },
    response: { status: 200, headers: {}, truncated: false, body: 'returned' },
  });
  expect([request.body, response.body]).toEqual(['asked', 'returned']);
});
