/**
 * The data about a key that the gateway needs to check a request. A record is immutable except for its token. Every
 * change to the key creates a new record.
 */
import type { Scope } from '@serai/contract/scopes.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { AddressList } from '../../platform/http/address-list.ts';
import type { SpendLimit } from '../../platform/token/token-claims.ts';
import type { Limits } from '../limits/limiter.ts';
import type { StoredSecret } from './key-secret.ts';

export interface KeyRecord {
  readonly id: string;
  readonly organisationId: string;
  readonly environment: Environment;
  readonly scopes: ReadonlySet<Scope>;
  /** Undefined means that every address is allowed. */
  readonly addresses: AddressList | undefined;
  readonly limits: Limits;
  /** Checked by the backend, which reads it from the token. */
  readonly spendLimit: SpendLimit | undefined;
  readonly status: 'ACTIVE' | 'DISABLED' | 'REVOKED';
  readonly partnerSuspended: boolean;
  /** Created by Serai for itself. Its requests count neither as usage nor towards alerts. */
  readonly isOwn: boolean;
  readonly expiresAtMs: number | undefined;
  readonly secrets: readonly StoredSecret[];
  readonly generation: number;
  /**
   * Used only by the token minter. It is stored here because a separate map from record to token would slow down
   * every garbage collection.
   */
  readonly minted: MintedToken;
}

/**
 * The scopes of operations that a suspended partner is not allowed to call. Such a partner can still read and cancel
 * its bookings.
 */
export const SELLING_SCOPES: ReadonlySet<Scope> = new Set(['hotels:search', 'hotels:quote', 'hotels:book']);

export interface MintedToken {
  token: string | undefined;
  /** Wall-clock time in milliseconds since 1970. The same applies to `expiresAtMs`. */
  renewAtMs: number;
  expiresAtMs: number;
}

export function noToken(): MintedToken {
  return { token: undefined, renewAtMs: 0, expiresAtMs: 0 };
}

/**
 * Returns the reason why a key is not valid now, for its owner's request log, or undefined if it is valid. Evaluated at
 * each use and never cached.
 */
export function keyProblem(record: KeyRecord, nowMs: number): 'revoked' | 'disabled' | 'expired' | undefined {
  if (record.status === 'REVOKED') return 'revoked';
  if (record.status === 'DISABLED') return 'disabled';
  if (record.expiresAtMs !== undefined && nowMs >= record.expiresAtMs) return 'expired';
  return undefined;
}
