/**
 * What the gateway must know of a key to judge a request. Immutable but for the place of its token; a change of the key
 * is a new record.
 */
import type { Scope } from '@serai/contract/scopes.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { AddressList } from '../../platform/http/address-list.ts';
import type { Limits } from '../limits/limiter.ts';
import type { StoredSecret } from './key-secret.ts';

export interface KeyRecord {
  readonly id: string;
  readonly organisationId: string;
  readonly environment: Environment;
  readonly scopes: ReadonlySet<Scope>;
  /** Undefined allows every address. */
  readonly addresses: AddressList | undefined;
  readonly limits: Limits;
  readonly status: 'ACTIVE' | 'DISABLED' | 'REVOKED';
  readonly expiresAtMs: number | undefined;
  readonly secrets: readonly StoredSecret[];
  readonly generation: number;
  /** The minter's alone. Here, because a map from record to token makes every collection of garbage walk all of it. */
  readonly minted: MintedToken;
}

export interface MintedToken {
  token: string | undefined;
  /** Calendar time, as the next. */
  renewAtMs: number;
  expiresAtMs: number;
}

export function noToken(): MintedToken {
  return { token: undefined, renewAtMs: 0, expiresAtMs: 0 };
}

/** Why a key is not good now, for its owner's request log; undefined when it is. Judged at each use, never cached. */
export function keyProblem(record: KeyRecord, nowMs: number): 'revoked' | 'disabled' | 'expired' | undefined {
  if (record.status === 'REVOKED') return 'revoked';
  if (record.status === 'DISABLED') return 'disabled';
  if (record.expiresAtMs !== undefined && nowMs >= record.expiresAtMs) return 'expired';
  return undefined;
}
