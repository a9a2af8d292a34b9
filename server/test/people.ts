/** People who use the operator API in browsers. Each keeps the cookies that responses set. */
import { createHmac } from 'node:crypto';
import type { Role } from '@serai/contract/roles.ts';
import { expect } from 'vitest';
import { createSignInLink } from '../src/account/sign-in.ts';
import type { Clock } from '../src/platform/clock.ts';
import type { Database } from '../src/platform/database/connect.ts';
import type { OperatorServer, TestAnswer } from './operator-server.ts';

export const PASSWORD = 'tea kettle over there';

export interface Browser {
  /** The session cookie. */
  cookie(): string | undefined;
  device(): string | undefined;
  call(name: string, input?: object, headers?: Record<string, string>): Promise<TestAnswer>;
  /** Makes a call that must succeed and returns its body. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  ok(name: string, input?: object): Promise<any>;
}

/** `taken` is a session cookie that was stolen from another browser. */
export function browserOf(server: OperatorServer, taken?: string): Browser {
  const cookies = new Map<string, string>();
  const keep = (text: string) => {
    const [name = '', value = ''] = (text.split(';')[0] ?? '').split('=');
    if (value === '') cookies.delete(name);
    else cookies.set(name, `${name}=${value}`);
  };
  if (taken !== undefined) keep(taken);
  const call: Browser['call'] = async (name, input = {}, headers = {}) => {
    const cookie = [...cookies.values()].join('; ');
    const from = { origin: server.origin, ...(cookie !== '' && { cookie }), ...headers };
    const answer = await server.call(name, from, input);
    for (const text of answer.headers['set-cookie'] ?? []) keep(text);
    return answer;
  };
  return {
    cookie: () => cookies.get('serai_session'),
    device: () => cookies.get('serai_device'),
    call,
    async ok(name, input) {
      const { status, json, text } = await call(name, input);
      expect(status, text).toBe(200);
      return json;
    },
  };
}

interface SignUp {
  db: Database;
  clock: Clock;
  email: string;
  /** Default: the staff. */
  partnerId?: string;
  /** Default: `owner`, or `partner-admin` in a partner. */
  role?: Role;
}

/** Creates an account for a staff member or a partner user, and returns the signed-in browser. */
export async function signUp(server: OperatorServer, person: SignUp): Promise<Browser> {
  const { db, clock, email, partnerId } = person;
  const { role = partnerId === undefined ? 'owner' : 'partner-admin' } = person;
  const { token } = await createSignInLink(db, partnerId ?? server.operatorId, role, clock);
  const browser = browserOf(server);
  await browser.ok('session/sign-up', { token, name: nameOf(email), email, password: PASSWORD });
  return browser;
}

function nameOf(email: string): string {
  return email.split('@')[0] as string;
}

/** Returns the code that an authenticator app shows. The library reads the real time, so this function does too. */
export function authenticatorCode(secret: string, steps = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const mac = createHmac('sha1', base32(secret)).update(counter).digest();
  const offset = (mac.at(-1) as number) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

function base32(text: string): Buffer {
  let bits = '';
  for (const letter of text)
    bits += 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0');
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map(byte => Number.parseInt(byte, 2)));
}
