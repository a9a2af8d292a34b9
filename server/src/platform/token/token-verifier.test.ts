import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { KeySet, type PublicKey } from './key-set.ts';
import { TokenVerifier } from './token-verifier.ts';

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;
let ours: Pair;
let foreign: Pair;

beforeAll(async () => {
  ours = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  foreign = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
});

async function setUp() {
  const clock = new ManualClock();
  const source = {
    keys: [{ kid: 'k1', jwk: await exportJWK(ours.publicKey) }] as PublicKey[],
    loads: 0,
    hangs: false,
    away: false,
  };
  const keySet = new KeySet(async () => {
    source.loads++;
    if (source.away) throw new Error('away');
    if (source.hangs) await new Promise(() => {});
    return source.keys;
  }, clock);
  return { clock, source, verifier: new TokenVerifier(keySet, clock, 100) };
}

interface Forgery {
  header?: Record<string, unknown>;
  claims?: JWTPayload;
  without?: string[];
  key?: Parameters<SignJWT['sign']>[0];
}

function token(clock: ManualClock, { header, claims, without = [], key = ours.privateKey }: Forgery = {}) {
  const now = Math.floor(clock.nowMs() / 1000);
  const payload: JWTPayload = {
    iss: 'serai-gateway',
    aud: 'serai-backend',
    sub: 'AAAABBBBCCCC',
    org: 'org_1',
    env: 'sandbox',
    scope: 'content:read hotels:search',
    gen: 3,
    iat: now,
    nbf: now,
    exp: now + 240,
    jti: 'jti_1',
    ...claims,
  };
  for (const name of without) delete payload[name];
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid: 'k1', ...header } as { alg: string })
    .sign(key);
}

describe('verifying a token', () => {
  test('the token verifier returns the claims of our own token', async () => {
    const { clock, verifier } = await setUp();
    expect(await verifier.verify(await token(clock))).toMatchObject({
      keyId: 'AAAABBBBCCCC',
      organisationId: 'org_1',
      environment: 'sandbox',
      scopes: new Set(['content:read', 'hotels:search']),
      generation: 3,
    });
  });

  test.each<[string, Forgery]>([
    ['for another audience', { claims: { aud: 'other' } }],
    ['for several audiences', { claims: { aud: ['serai-backend', 'other'] } }],
    ['from another issuer', { claims: { iss: 'other' } }],
    ['of another type', { header: { typ: 'JWT' } }],
    ['with an unknown key id', { header: { kid: 'k9' } }],
    ['without a key id', { header: { kid: undefined } }],
    ['with an unexpected header parameter', { header: { cty: 'JWT' } }],
    ['without an audience', { without: ['aud'] }],
    ['without an issuer', { without: ['iss'] }],
    ['without a subject', { without: ['sub'] }],
    ['without an issue time', { without: ['iat'] }],
    ['without a start of validity', { without: ['nbf'] }],
    ['without an expiry', { without: ['exp'] }],
    ['without an id', { without: ['jti'] }],
    ['with a fractional expiry time', { claims: { exp: 4e9 + 0.5 } }],
    ['without a partner', { without: ['org'] }],
    ['with an unknown environment', { claims: { env: 'live' } }],
    ['with an unknown scope', { claims: { scope: 'content:read admin' } }],
    ['without a list of scopes', { without: ['scope'] }],
  ])('the token verifier rejects a token %s', async (_, forgery) => {
    const { clock, verifier } = await setUp();
    expect(await verifier.verify(await token(clock, forgery))).toBeUndefined();
  });

  test('the token verifier accepts an empty list of scopes, as in a token of a suspended partner', async () => {
    const { clock, verifier } = await setUp();
    const claims = await verifier.verify(await token(clock, { claims: { scope: '' } }));
    expect(claims?.scopes.size).toBe(0);
  });

  test('the token verifier rejects a token signed by another key, even if it contains that key', async () => {
    const { clock, verifier } = await setUp();
    const jwk = await exportJWK(foreign.publicKey);
    expect(await verifier.verify(await token(clock, { key: foreign.privateKey }))).toBeUndefined();
    expect(
      await verifier.verify(await token(clock, { key: foreign.privateKey, header: { jwk } })),
    ).toBeUndefined();
  });

  test('the token verifier rejects the algorithm "none" and an HMAC made with our public key', async () => {
    const { clock, verifier } = await setUp();
    const [head, body] = (await token(clock)).split('.') as [string, string];
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt', kid: 'k1' })).toString('base64url');
    expect(await verifier.verify(`${none}.${body}.`)).toBeUndefined();
    expect(await verifier.verify(`${head}.${body}.`)).toBeUndefined();
    const secret = Buffer.from((await exportJWK(ours.publicKey)).x as string, 'base64url');
    expect(
      await verifier.verify(await token(clock, { header: { alg: 'HS256' }, key: secret })),
    ).toBeUndefined();
  });

  test('the token verifier rejects an empty token and tokens with a changed character', async () => {
    const { clock, verifier } = await setUp();
    const good = await token(clock);
    for (const at of [5, good.indexOf('.') + 9, good.length - 20]) {
      const bad = good.slice(0, at) + (good[at] === 'A' ? 'B' : 'A') + good.slice(at + 1);
      expect(await verifier.verify(bad)).toBeUndefined();
    }
    const [head, body, signature] = good.split('.') as [string, string, string];
    const last = good.at(-1) as string;
    const spare = `${good.slice(0, -1)}${String.fromCharCode(last.charCodeAt(0) + 1)}`;
    const others = [
      spare,
      `${good}=`,
      `${good}.`,
      ` ${good}`,
      `${good}\n`,
      `${head}.${body}.${signature}${signature}`,
    ];
    for (const rubbish of ['', 'a', 'a.b.c', '..', ...others])
      expect(await verifier.verify(rubbish)).toBeUndefined();
  });

  test('the token verifier accepts a token for 240 s plus 30 s of leeway, whether or not it is cached', async () => {
    for (const cached of [true, false]) {
      const { clock, verifier } = await setUp();
      const text = await token(clock);
      if (cached) await verifier.verify(text);
      clock.advance(269_000);
      expect(await verifier.verify(text)).toBeDefined();
      clock.advance(1_500);
      expect(await verifier.verify(text)).toBeUndefined();
    }
  });

  test('the token verifier rejects a token whose validity begins later than the leeway allows', async () => {
    const { clock, verifier } = await setUp();
    const now = Math.floor(clock.nowMs() / 1000);
    expect(await verifier.verify(await token(clock, { claims: { nbf: now + 29 } }))).toBeDefined();
    expect(await verifier.verify(await token(clock, { claims: { nbf: now + 60 } }))).toBeUndefined();
  });
});

describe('the key set', () => {
  test('the key set rejects keys of another type', async () => {
    const { clock, source, verifier } = await setUp();
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    source.keys = [{ kid: 'k1', jwk: await exportJWK(publicKey) }];
    const forged = await token(clock, { key: privateKey, header: { alg: 'ES256' } });
    await expect(verifier.verify(forged)).resolves.toBeUndefined();
    await expect(verifier.verify(await token(clock))).rejects.toThrow('ed25519');
  });

  test('the key set is read once for many tokens, and at most every ten seconds for an unknown key', async () => {
    const { clock, source, verifier } = await setUp();
    await verifier.verify(await token(clock));
    for (let i = 0; i < 5; i++) await verifier.verify(await token(clock, { header: { kid: `x${i}` } }));
    expect(source.loads).toBe(1);
    clock.advance(10_001);
    for (let i = 0; i < 5; i++) await verifier.verify(await token(clock, { header: { kid: `x${i}` } }));
    expect(source.loads).toBe(2);
  });

  test('the key set adds new keys and removes withdrawn keys', async () => {
    const { clock, source, verifier } = await setUp();
    await verifier.verify(await token(clock));
    source.keys = [{ kid: 'k2', jwk: await exportJWK(foreign.publicKey) }];
    clock.advance(10_001);
    const next = { key: foreign.privateKey, header: { kid: 'k2' } };
    expect(await verifier.verify(await token(clock, next))).toBeDefined();
    expect(await verifier.verify(await token(clock))).toBeUndefined();
  });

  test('verifying a token with a recently read signing key does not wait for a hanging key source', async () => {
    const { clock, source, verifier } = await setUp();
    await verifier.verify(await token(clock));
    source.hangs = true;
    clock.advance(6 * 60_000);
    expect(await verifier.verify(await token(clock))).toBeDefined();
  });

  test('the key set remains valid for one day, and no longer, if its source is unavailable', async () => {
    const { clock, source, verifier } = await setUp();
    await verifier.verify(await token(clock));
    source.away = true;
    clock.advance(23 * 3_600_000);
    expect(await verifier.verify(await token(clock))).toBeDefined();
    clock.advance(2 * 3_600_000);
    await expect(verifier.verify(await token(clock))).rejects.toThrow('away');
  });
});
