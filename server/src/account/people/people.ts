/**
 * Accounts of people. better-auth stores them, hashes and compares passwords, and manages second factors. It is used
 * only as a library: none of its routes is reachable, and its sessions are not ours.
 */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';

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

/** The queue in which a password waits for its slow hash. */
export interface HashTurn {
  queue: 'known' | 'unknown';
  /** Identifies the sender, for example by client address or account. Lanes in a queue are served in turn. */
  lane: string;
}

export interface People {
  /** Throws 429 if the queue is full, like `isPassword`. */
  hashPassword(password: string, turn: HashTurn): Promise<string>;
  /** Takes the same time whether or not the person exists. */
  isPassword(
    password: string,
    person: { passwordHash: string } | undefined,
    turn: HashTurn,
  ): Promise<boolean>;
  findByEmail(db: Database, email: string): Promise<FoundPerson | undefined>;
  findById(db: Database, id: string): Promise<FoundPerson | undefined>;
  create(tx: Database, person: NewPerson): Promise<string>;
  update(tx: Database, id: string, changes: { name?: string; email?: string }): Promise<void>;
  savePassword(tx: Database, id: string, passwordHash: string): Promise<void>;
  remove(tx: Database, id: string): Promise<void>;
  /** Returns undefined if the library refuses, for example because a second factor is already set up. */
  beginSecondFactor(tx: Database, id: string, password: string): Promise<string | undefined>;
  /** Whether the code is currently valid. The first valid code activates the second factor. */
  isAuthenticatorCode(tx: Database, id: string, code: string): Promise<boolean>;
  /** Returns whether the code was an unused backup code. If so, the code is used up. */
  takeBackupCode(tx: Database, id: string, code: string): Promise<boolean>;
  listBackupCodes(db: Database, id: string): Promise<string[]>;
  disableSecondFactor(tx: Database, id: string, password: string): Promise<void>;
}

export interface PeopleParts {
  /** Key that encrypts the secrets of second factors. It must be the same on every node and never change. */
  key: Buffer;
  clock: Clock;
}
