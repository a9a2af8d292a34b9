/**
 * Accounts of people: better-auth keeps them, hashes and compares passwords, and makes and checks second factors. It is
 * used as a library: none of its routes is reachable, and its sessions are not ours.
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

/** Where a slow password hash waits for its turn. */
export interface HashTurn {
  queue: 'known' | 'unknown';
  /** Lanes of a queue are served in turn: a client address, or an account that is known. */
  lane: string;
}

export interface People {
  /** Throws 429 if the queue of the turn is full, as `isPassword` does. */
  hashPassword(password: string, turn: HashTurn): Promise<string>;
  /** Takes as long for nobody as for somebody. */
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
  /** Encrypts secrets of second factors. The same on every node, for ever. */
  key: Buffer;
  clock: Clock;
}
