/**
 * Hashes passwords with argon2id. The stored hash starts with its parameters, so that they can be increased later. Only
 * a few passwords are hashed concurrently, so that guesses cannot exhaust memory and CPU.
 */
import * as crypto from 'node:crypto';
import { ApiError } from '../../../platform/api-error.ts';
import { StartError } from '../../../platform/start-error.ts';
import { FairQueue } from '../fair-queue.ts';
import type { HashTurn } from '../people.ts';

/** 19 MiB. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;
const AT_ONCE = 2;
const RETRY_AFTER_SECONDS = 2;

const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Node.js provides argon2 since 24.7. Older versions must not start, because they could not store passwords. */
export function checkArgon2(): void {
  if (typeof crypto.argon2 === 'function') return;
  throw new StartError(
    'This version of Node.js does not support argon2, which Serai needs to hash passwords.',
    'Use the Node.js version that Serai is pinned to, or 24.7 or later.',
  );
}

export async function hashPassword(password: string, turn: HashTurn = OWN_TURN): Promise<string> {
  const salt = crypto.randomBytes(SALT_BYTES);
  const cost = { memory: MEMORY_KIB, passes: PASSES, parallelism: LANES };
  const tag = await derive(password, { salt, ...cost }, turn);
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${unpadded(salt)}$${unpadded(tag)}`;
}

/** Called without `turn` by the library, for a person whose password has just been checked. */
export async function verifyPassword(
  { hash, password }: { hash: string; password: string },
  turn: HashTurn = { queue: 'known', lane: hash },
): Promise<boolean> {
  const [, memory, passes, parallelism, salt, kept] = FORM.exec(hash) ?? [];
  if (salt === undefined || kept === undefined) return false;
  const expected = Buffer.from(kept, 'base64');
  const parameters = {
    salt: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  };
  const tag = await derive(password, parameters, turn);
  return crypto.timingSafeEqual(tag, expected);
}

interface Parameters {
  salt: Buffer;
  memory: number;
  passes: number;
  parallelism: number;
  tagLength?: number;
}

const OWN_TURN: HashTurn = { queue: 'known', lane: 'service' };

/**
 * Known people and unknown clients have separate queues, so that at most one queued guess is hashed before the next
 * known person.
 */
const queues = {
  known: new FairQueue({ maxWaiting: 60, maxPerLane: 10 }),
  unknown: new FairQueue({ maxWaiting: 60, maxPerLane: 10 }),
};
let running = 0;
let wasKnown = false;

async function derive(
  password: string,
  { salt, tagLength = TAG_BYTES, ...cost }: Parameters,
  turn: HashTurn,
): Promise<Buffer> {
  if (running >= AT_ONCE) await waitForTurn(turn);
  else running++;
  try {
    const message = Buffer.from(password.normalize('NFC'));
    return await new Promise<Buffer>((resolve, reject) => {
      crypto.argon2('argon2id', { message, nonce: salt, tagLength, ...cost }, (error, tag) =>
        error ? reject(error) : resolve(tag),
      );
    });
  } finally {
    // The slot is passed on instead of released, so that no newcomer overtakes the queue.
    if (!startNext()) running--;
  }
}

function waitForTurn({ queue, lane }: HashTurn): Promise<void> {
  return new Promise((resolve, reject) => {
    const drop = () => reject(tooMany());
    if (!queues[queue].add(lane, { start: resolve, drop })) drop();
  });
}

function startNext(): boolean {
  wasKnown = !wasKnown;
  const [first, second] = wasKnown ? [queues.known, queues.unknown] : [queues.unknown, queues.known];
  return first.startNext() || second.startNext();
}

function tooMany(): ApiError {
  return new ApiError(
    'RATE_LIMIT_EXCEEDED',
    `Too many passwords are being checked. Try again in ${RETRY_AFTER_SECONDS} seconds.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
