import { decodeJwt, decodeProtectedHeader, generateKeyPair } from 'jose';
import { expect, test } from 'vitest';
import { keyRecord } from '../../../test/key-record.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { ApiError } from '../../platform/api-error.ts';
import { TokenMinter } from './token-minter.ts';

async function setUp() {
  const clock = new ManualClock(Date.UTC(2026, 5, 1, 12));
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
  const state = { missing: false, minted: 0 };
  const minter = new TokenMinter(() => {
    if (state.missing) throw new ApiError('SERVICE_UNAVAILABLE', 'no key');
    state.minted++;
    return { kid: 'k1', privateKey };
  }, clock);
  return { clock, minter, state };
}

test('a token says who may do what, for 240 seconds, and nothing about the client', async () => {
  const { minter } = await setUp();
  const record = keyRecord({
    scopes: new Set(['content:read', 'hotels:book']),
    generation: 7,
    environment: 'production',
  });
  const token = await minter.tokenFor(record);
  expect(decodeProtectedHeader(token)).toEqual({ alg: 'EdDSA', typ: 'at+jwt', kid: 'k1' });
  const iat = Date.UTC(2026, 5, 1, 12) / 1000;
  expect(decodeJwt(token)).toEqual({
    iss: 'serai-gateway',
    aud: 'serai-backend',
    sub: record.id,
    org: record.organisationId,
    env: 'production',
    scope: 'content:read hotels:book',
    gen: 7,
    iat,
    nbf: iat,
    exp: iat + 240,
    jti: expect.stringMatching(/^jti_/),
  });
});

test('one token serves many requests, and many that come at once share one signature', async () => {
  const { minter, state } = await setUp();
  const record = keyRecord();
  const tokens = await Promise.all(Array.from({ length: 50 }, () => minter.tokenFor(record)));
  expect([new Set(tokens).size, state.minted]).toEqual([1, 1]);
  expect(typeof minter.tokenFor(record)).toBe('string');
});

test('it is renewed on the side at about 80 % of its life, and never served after its end', async () => {
  const { clock, minter, state } = await setUp();
  const record = keyRecord();
  const first = await minter.tokenFor(record);
  clock.advance(175_000);
  expect(minter.tokenFor(record)).toBe(first);
  clock.advance(20_000);
  expect(minter.tokenFor(record)).toBe(first);
  await expect.poll(() => minter.tokenFor(record)).not.toBe(first);
  expect(state.minted).toBe(2);
  clock.advance(240_000);
  const late = minter.tokenFor(record);
  expect(late).toBeInstanceOf(Promise);
  expect(decodeJwt(await late).exp).toBeGreaterThan(clock.nowMs() / 1000);
});

test('a changed key gets a new token, a dropped one too', async () => {
  const { minter, state } = await setUp();
  const record = keyRecord({ generation: 1 });
  await minter.tokenFor(record);
  await minter.tokenFor(keyRecord({ generation: 2 }));
  minter.drop(record);
  await minter.tokenFor(record);
  expect(state.minted).toBe(3);
});

test('without a signing key there is no token', async () => {
  const { minter, state } = await setUp();
  state.missing = true;
  await expect(minter.tokenFor(keyRecord())).rejects.toThrow(ApiError);
});
