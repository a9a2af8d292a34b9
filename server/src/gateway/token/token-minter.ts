/**
 * Exchanges a key record for a token. One token serves all requests of a record until 80 % of its life; a changed key
 * is a new record and so a new token.
 */
import { SignJWT } from 'jose';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import {
  TOKEN_ALGORITHM,
  TOKEN_AUDIENCE,
  TOKEN_ISSUER,
  TOKEN_LIFETIME_SECONDS,
  TOKEN_TYPE,
} from '../../platform/token/token-claims.ts';
import type { KeyRecord } from '../keys/key-record.ts';
import type { SigningKey } from './signing-keys.ts';

const RENEW_SHARE = 0.8;
const JITTER_SHARE = 0.05;

interface Slot {
  token: string | undefined;
  renewAtMs: number;
  expiresAtMs: number;
  minting: Promise<string> | undefined;
}

export class TokenMinter {
  readonly #currentKey: () => SigningKey;
  readonly #clock: Clock;
  readonly #slots = new WeakMap<KeyRecord, Slot>();

  constructor(currentKey: () => SigningKey, clock: Clock) {
    this.#currentKey = currentKey;
    this.#clock = clock;
  }

  tokenFor(record: KeyRecord): string | Promise<string> {
    const slot = this.#slots.get(record);
    const nowMs = this.#clock.nowMs();
    if (slot?.token !== undefined && nowMs < slot.renewAtMs) return slot.token;
    if (slot === undefined || nowMs >= slot.expiresAtMs || slot.token === undefined)
      return this.#renew(record);
    // Still good: renew on the side.
    this.#renew(record).catch(() => {});
    return slot.token;
  }

  /** The backend refused this token: the next request gets a new one. */
  drop(record: KeyRecord): void {
    this.#slots.delete(record);
  }

  #renew(record: KeyRecord): Promise<string> {
    const slot = this.#slots.get(record) ?? emptySlot();
    this.#slots.set(record, slot);
    slot.minting ??= this.#mint(record, slot).finally(() => {
      slot.minting = undefined;
    });
    return slot.minting;
  }

  async #mint(record: KeyRecord, slot: Slot): Promise<string> {
    const { kid, privateKey } = this.#currentKey();
    const issuedAtMs = this.#clock.nowMs();
    const issuedAt = Math.floor(issuedAtMs / 1000);
    const token = await new SignJWT({
      org: record.organisationId,
      env: record.environment,
      scope: [...record.scopes].join(' '),
      gen: record.generation,
    })
      .setProtectedHeader({ alg: TOKEN_ALGORITHM, typ: TOKEN_TYPE, kid })
      .setIssuer(TOKEN_ISSUER)
      .setAudience(TOKEN_AUDIENCE)
      .setSubject(record.id)
      .setJti(newId('jti'))
      .setIssuedAt(issuedAt)
      .setNotBefore(issuedAt)
      .setExpirationTime(issuedAt + TOKEN_LIFETIME_SECONDS)
      .sign(privateKey);
    slot.token = token;
    slot.expiresAtMs = issuedAtMs + TOKEN_LIFETIME_SECONDS * 1000;
    slot.renewAtMs = issuedAtMs + TOKEN_LIFETIME_SECONDS * 1000 * (RENEW_SHARE - jitter(token));
    return token;
  }
}

function emptySlot(): Slot {
  return { token: undefined, renewAtMs: 0, expiresAtMs: 0, minting: undefined };
}

/** Spreads renewals; the signature's last letters are as random as it gets. */
function jitter(token: string): number {
  return ((token.charCodeAt(token.length - 2) % 16) / 16) * JITTER_SHARE;
}
