/**
 * Passwords as argon2id, in the usual text form with the parameters in front, so that they can be raised later. Memory
 * and processor time are taken by few at a time: guessing passwords must not be a lever against everything else.
 */
import * as crypto from 'node:crypto';
import { ApiError } from '../../../platform/api-error.ts';
import { StartError } from '../../../platform/start-error.ts';

/** 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;
const AT_ONCE = 2;
const MAX_WAITING = 30;

const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Node.js has argon2 since 24.7; an older one must not start rather than keep passwords in another way. */
export function checkArgon2(): void {
  if (typeof crypto.argon2 === 'function') return;
  throw new StartError(
    'This Node.js has no argon2, which passwords are kept with.',
    'Start Serai with the Node.js it is pinned to, or any from 24.7 on.',
  );
}

export async function hashPassword(password: string): Promise<string> {
  const salt = crypto.randomBytes(SALT_BYTES);
  const tag = await derive(password, { salt, memory: MEMORY_KIB, passes: PASSES, parallelism: LANES });
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${unpadded(salt)}$${unpadded(tag)}`;
}

export async function verifyPassword({
  hash,
  password,
}: {
  hash: string;
  password: string;
}): Promise<boolean> {
  const [, memory, passes, parallelism, salt, kept] = FORM.exec(hash) ?? [];
  if (salt === undefined || kept === undefined) return false;
  const expected = Buffer.from(kept, 'base64');
  const tag = await derive(password, {
    salt: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return crypto.timingSafeEqual(tag, expected);
}

interface Parameters {
  salt: Buffer;
  memory: number;
  passes: number;
  parallelism: number;
  tagLength?: number;
}

let running = 0;
const waiting: (() => void)[] = [];

async function derive(
  password: string,
  { salt, tagLength = TAG_BYTES, ...cost }: Parameters,
): Promise<Buffer> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MAX_WAITING) {
      throw new ApiError(
        'SERVICE_UNAVAILABLE',
        'Too many passwords are being checked. Try again in a moment.',
      );
    }
    await new Promise<void>(resolve => waiting.push(resolve));
  } else running++;
  try {
    const message = Buffer.from(password.normalize('NFC'));
    return await new Promise<Buffer>((resolve, reject) => {
      crypto.argon2('argon2id', { message, nonce: salt, tagLength, ...cost }, (error, tag) =>
        error ? reject(error) : resolve(tag),
      );
    });
  } finally {
    // A place is handed on rather than freed, so that no newcomer overtakes.
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  }
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
