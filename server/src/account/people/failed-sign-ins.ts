/**
 * Records failed sign-ins in the audit log. The entries omit what was typed and are limited in number, so that guesses
 * cannot flood the log.
 */
import type { AuditAction } from '@serai/contract/account/audit-actions.ts';
import { isStaffRole } from '@serai/contract/roles.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import { recordAudit } from '../audit-store.ts';
import { findOperatorId } from '../organisation-store.ts';
import { findLastMembership } from './member-store.ts';

const ALL_UNTIL = 5;
const THEN_EVERY = 20;
/** Limit for guesses at all unknown email addresses together. */
const UNKNOWN_PER_MINUTE = 10;
const MINUTE_MS = 60_000;

export interface FailedSignIn {
  action: AuditAction;
  /** The owner of the account. Undefined if the email address is unknown. */
  personId: string | undefined;
  refused: 'password' | 'code';
  /** Number of consecutive failures of the account. */
  failures: number;
  address: string | undefined;
  requestId: string;
}

export type TellFailure = (db: Database, failed: FailedSignIn) => Promise<void>;

export function tellFailures(clock: Clock): TellFailure {
  let minute = 0;
  let unknown = 0;

  function isWorth({ personId, failures }: FailedSignIn): boolean {
    if (personId !== undefined) return failures <= ALL_UNTIL || failures % THEN_EVERY === 0;
    const now = Math.floor(clock.monotonicMs() / MINUTE_MS);
    unknown = now === minute ? unknown + 1 : 1;
    minute = now;
    return unknown <= UNKNOWN_PER_MINUTE;
  }

  return async (db, failed) => {
    if (!isWorth(failed)) return;
    const { action, personId, refused, failures, address, requestId } = failed;
    const member = personId === undefined ? undefined : await findLastMembership(db, personId);
    const organisationId = member?.organisationId ?? (await findOperatorId(db));
    if (organisationId === undefined) return;
    await recordAudit(db, {
      organisationId,
      actor: member?.email ?? 'nobody',
      staff: member !== undefined && isStaffRole(member.role),
      action,
      target: member?.id ?? 'unknown',
      before: null,
      after: { refused, failures },
      address,
      requestId,
    });
  };
}
