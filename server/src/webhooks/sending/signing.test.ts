import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { createSigningSecret, eventHeaders } from './signing.ts';

const body = Buffer.from(JSON.stringify({ id: 'evt_1', data: { guest: 'Zoë 😀', price: '12.50' } }));
const signed = (secrets: string[], nowMs = Date.now()) =>
  eventHeaders({ eventId: 'evt_1', body, secrets, nowMs });

it('another Standard Webhooks library verifies the signature over the exact bytes', () => {
  const secret = createSigningSecret();
  const headers = signed([secret]);
  expect(new Webhook(secret).verify(body, headers)).toMatchObject({ id: 'evt_1' });
  expect(headers['webhook-signature']).toBe(
    new Webhook(secret).sign('evt_1', new Date(Number(headers['webhook-timestamp']) * 1000), body),
  );
});

it('another Standard Webhooks library rejects a webhook with a changed body or ID, an old timestamp or another secret', () => {
  const secret = createSigningSecret();
  const verifier = new Webhook(secret);
  const headers = signed([secret]);
  expect(() => verifier.verify(`${body} `, headers)).toThrow();
  expect(() => verifier.verify(body, { ...headers, 'webhook-id': 'evt_2' })).toThrow();
  expect(() => verifier.verify(body, signed([secret], Date.now() - 301_000))).toThrow();
  expect(() => new Webhook(createSigningSecret()).verify(body, headers)).toThrow();
});

it('receivers that have either secret accept the event during a rotation', () => {
  const [current, old] = [createSigningSecret(), createSigningSecret()];
  const headers = signed([current, old]);
  expect(headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}= v1,[A-Za-z0-9+/]{43}=$/);
  for (const secret of [current, old]) new Webhook(secret).verify(body, headers);
});

it('a webhook secret consists of 32 random bytes in the standard format', () => {
  const secret = createSigningSecret();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(createSigningSecret()).not.toBe(secret);
});
