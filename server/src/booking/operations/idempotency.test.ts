import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { requestFingerprint } from './idempotency.ts';

const key = Buffer.alloc(32, 1);
const body = { quoteId: 'quo_1', holder: { firstName: 'Ada', lastName: 'Moreno' } };
const fingerprint = (request: object, other = key) =>
  requestFingerprint(other, 'booking', request).toString('hex');

test('a request fingerprint ignores field order and settings but reflects every other difference', () => {
  const turned = {
    settings: { timeout: 1 },
    holder: { lastName: 'Moreno', firstName: 'Ada' },
    quoteId: 'quo_1',
  };
  expect(fingerprint(turned)).toBe(fingerprint(body));
  expect(fingerprint({ ...body, remarks: 'Late' })).not.toBe(fingerprint(body));
  expect(requestFingerprint(key, 'cancel', body as object).toString('hex')).not.toBe(fingerprint(body));
});

test('a request fingerprint depends on the secret key and is not a plain hash', () => {
  expect(fingerprint(body, Buffer.alloc(32, 2))).not.toBe(fingerprint(body));
  const canonical = [
    'booking',
    [
      [
        'holder',
        [
          ['firstName', 'Ada'],
          ['lastName', 'Moreno'],
        ],
      ],
      ['quoteId', 'quo_1'],
    ],
  ];
  expect(fingerprint(body)).not.toBe(hash('sha256', JSON.stringify(canonical)));
});
