import { randomBytes } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { keyRecord } from '../../../test/key-record.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { createLog } from '../../platform/log.ts';
import { createSeal } from '../../platform/secrets/seal.ts';
import { KeySet } from '../../platform/token/key-set.ts';
import { TokenVerifier } from '../../platform/token/token-verifier.ts';
import { listPublicKeys, listSigningKeys } from './signing-key-store.ts';
import { SigningKeys } from './signing-keys.ts';
import { TokenMinter } from './token-minter.ts';

const MINUTE_MS = 60_000;
const log = createLog('silent');
const masterKey = randomBytes(32);

const database = await testDatabase();
afterAll(() => database.drop());
beforeEach(async () => {
  await database.ownerDb`DELETE FROM signing_key`;
});

async function startKeys(clock: ManualClock, key = masterKey): Promise<SigningKeys> {
  const keys = new SigningKeys({ db: database.db, seal: createSeal(key), clock, log });
  await keys.start();
  return keys;
}

test('several nodes that start at the same time create one signing key and all sign with it', async () => {
  const clock = new ManualClock();
  const nodes = await Promise.all(Array.from({ length: 5 }, () => startKeys(clock)));
  expect(await listSigningKeys(database.db)).toHaveLength(1);
  expect(new Set(nodes.map(node => node.current().kid)).size).toBe(1);
  for (const node of nodes) await node.stop();
});

test('the private signing key is stored encrypted, so that another master key cannot decrypt it', async () => {
  const clock = new ManualClock();
  const keys = await startKeys(clock);
  const [stored] = await listSigningKeys(database.db);
  expect(stored?.sealedPrivateKey.toString('latin1')).not.toContain('"d"');
  expect(stored?.publicKey).not.toHaveProperty('d');
  const stranger = await startKeys(clock, randomBytes(32));
  expect(() => stranger.current()).toThrow(expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }));
  await keys.stop();
  await stranger.stop();
});

test('a manual rotation of the signing key takes effect at its scheduled time, and a second rotation is ignored', async () => {
  const clock = new ManualClock();
  const keys = await startKeys(clock);
  const first = keys.current().kid;
  const next = await keys.rotate();
  expect(next).toBeDefined();
  expect(await keys.rotate()).toBeUndefined();
  expect(keys.current().kid).toBe(first);
  expect(keys.published()).toHaveLength(2);
  clock.advance(15 * MINUTE_MS);
  expect(keys.current().kid).toBe(next);
  await keys.stop();
});

test('no valid token is rejected during two months of planned rotations on two nodes', async () => {
  const clock = new ManualClock();
  const [signer, other] = [await startKeys(clock), await startKeys(clock)];
  const record = keyRecord();
  const minters = [signer, other].map(keys => new TokenMinter(() => keys.current(), clock));
  const keySet = new KeySet(() => listPublicKeys(database.db), clock);
  const verifier = new TokenVerifier(keySet, clock, 1000);
  const kids = new Set<string>();
  let refused = 0;
  const recent: string[] = [];

  for (let day = 0; day < 65; day += 1) {
    // Checks every two minutes around a planned rotation and every six hours otherwise.
    const isNear = [29, 30, 59, 60].includes(day);
    const stepMs = isNear ? 2 * MINUTE_MS : 6 * 3_600_000;
    for (let passed = 0; passed < 24 * 3_600_000; passed += stepMs) {
      clock.advance(stepMs);
      await Promise.all([signer.refresh(), other.refresh()]);
      for (const minter of minters) recent.push(await minter.tokenFor(record));
      kids.add(signer.current().kid);
      for (const token of recent.slice(-4)) {
        const claims = await verifier.verify(token);
        const payload = JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString());
        if (claims === undefined && payload.exp * 1000 > clock.nowMs()) refused++;
      }
    }
  }
  expect(refused).toBe(0);
  expect(kids.size).toBe(3);
  expect((await listSigningKeys(database.db)).length).toBeLessThanOrEqual(2);
  await signer.stop();
  await other.stop();
});
