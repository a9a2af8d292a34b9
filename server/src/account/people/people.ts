/**
 * Accounts of people: better-auth keeps them, hashes and compares passwords, and makes and checks second factors. It is
 * used as a library: none of its routes is reachable, and its sessions are not ours.
 */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import { checkArgon2 } from './argon2id.ts';

export interface FoundPerson {
  id: string;
  email: string;
  hasSecondFactor: boolean;
  passwordHash: string;
}

export interface NewPerson {
  name: string;
  email: string;
  passwordHash: string;
}

export interface People {
  hashPassword(password: string): Promise<string>;
  /** Takes as long for nobody as for somebody. */
  isPassword(password: string, person: { passwordHash: string } | undefined): Promise<boolean>;
  findByEmail(db: Database, email: string): Promise<FoundPerson | undefined>;
  findById(db: Database, id: string): Promise<FoundPerson | undefined>;
  create(tx: Database, person: NewPerson): Promise<string>;
  update(tx: Database, id: string, changes: { name?: string; email?: string }): Promise<void>;
  savePassword(tx: Database, id: string, passwordHash: string): Promise<void>;
  remove(tx: Database, id: string): Promise<void>;
  /** Undefined when a second factor is set up already. */
  beginSecondFactor(tx: Database, id: string, password: string): Promise<string | undefined>;
  /** Whether it is a code of the secret now. The first right one sets the factor up. */
  isAuthenticatorCode(tx: Database, id: string, code: string): Promise<boolean>;
  /** Whether it was an unused backup code, which is used up by that. */
  takeBackupCode(tx: Database, id: string, code: string): Promise<boolean>;
  listBackupCodes(db: Database, id: string): Promise<string[]>;
  disableSecondFactor(tx: Database, id: string, password: string): Promise<void>;
}

export interface PeopleParts {
  db: Database;
  /** Encrypts secrets of second factors. The same on every node, for ever. */
  key: Buffer;
  clock: Clock;
}

const METHODS: Readonly<Record<keyof People, true>> = {
  hashPassword: true,
  isPassword: true,
  findByEmail: true,
  findById: true,
  create: true,
  update: true,
  savePassword: true,
  remove: true,
  beginSecondFactor: true,
  isAuthenticatorCode: true,
  takeBackupCode: true,
  listBackupCodes: true,
  disableSecondFactor: true,
};

type Method = (...given: unknown[]) => Promise<unknown>;

/** The library takes a quarter of a second to load and 25 MB, so the first who signs in brings it, not every start. */
export function openPeople(parts: PeopleParts): People {
  checkArgon2();
  let loading: Promise<People> | undefined;
  const load = async () => {
    try {
      return await (await import('./better-auth-people.ts')).loadPeople(parts);
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
  const lazy = Object.keys(METHODS).map(name => {
    const method: Method = async (...given) => {
      loading ??= load();
      return ((await loading)[name as keyof People] as unknown as Method)(...given);
    };
    return [name, method];
  });
  return Object.fromEntries(lazy) as People;
}
