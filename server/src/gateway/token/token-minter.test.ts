import { generateKeyPairSync } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { keyRecord } from '../../../test/key-record.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { ApiError } from '../../platform/api-error.ts';
import { TokenMinter } from './token-minter.ts';

function setUp() {
  const clock = new ManualClock(Date.UTC(2026, 5, 1, 12));
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const state = { missing: false, minted: 0 };
  const minter = new TokenMinter(() => {
    if (state.missing) throw new ApiError('SERVICE_UNAVAILABLE', 'no key');
    state.minted++;
    return { kid: 'k1', privateKey };
  }, clock);
  return { clock, minter, state, publicKey };
}

test("a token contains the key's scopes, is valid for 240 seconds and contains nothing about the client", () => {
  const { minter } = setUp();
  const record = keyRecord({
    scopes: new Set(['content:read', 'hotels:book']),
    generation: 7,
    environment: 'production',
  });
  const token = minter.tokenFor(record);
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

test('many requests with the same key share one token', () => {
  const { minter, state } = setUp();
  const record = keyRecord();
  const tokens = Array.from({ length: 50 }, () => minter.tokenFor(record));
  expect([new Set(tokens).size, state.minted]).toEqual([1, 1]);
});

test('another JWT library accepts the token signatures', async () => {
  const { clock, minter, publicKey } = setUp();
  const { payload } = await jwtVerify(minter.tokenFor(keyRecord()), publicKey, {
    algorithms: ['EdDSA'],
    currentDate: new Date(clock.nowMs()),
  });
  expect(payload.sub).toBe(keyRecord().id);
});

test('a token is renewed at 80 to 90 % of its lifetime', () => {
  const { clock, minter, state } = setUp();
  const record = keyRecord();
  const first = minter.tokenFor(record);
  clock.advance(191_000);
  expect(minter.tokenFor(record)).toBe(first);
  clock.advance(25_000);
  const second = minter.tokenFor(record);
  expect(second).not.toBe(first);
  expect(minter.tokenFor(record)).toBe(second);
  expect(state.minted).toBe(2);
});

test('a token is used until it expires, but no longer, if no new token can be signed', () => {
  const { clock, minter, state } = setUp();
  const record = keyRecord();
  const first = minter.tokenFor(record);
  state.missing = true;
  clock.advance(239_000);
  expect(minter.tokenFor(record)).toBe(first);
  clock.advance(1_000);
  expect(() => minter.tokenFor(record)).toThrow(ApiError);
});

test('a new token is issued after the key has changed and after a token was rejected', () => {
  const { minter, state } = setUp();
  const record = keyRecord({ generation: 1 });
  minter.tokenFor(record);
  minter.tokenFor(keyRecord({ generation: 2 }));
  minter.drop(record);
  minter.tokenFor(record);
  expect(state.minted).toBe(3);
});

test('no token is issued without a signing key', () => {
  const { minter, state } = setUp();
  state.missing = true;
  expect(() => minter.tokenFor(keyRecord())).toThrow(ApiError);
});
