import {
  forgotPassword,
  resetPassword,
  sessionOptions as sessionOptionsOperation,
} from '@serai/contract/account/password-reset.ts';
import { isStaffRole } from '@serai/contract/roles.ts';
import { ApiError } from '../../platform/api-error.ts';
import { TtlCache } from '../../platform/cache/ttl-cache.ts';
import type { Clock } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { addressGroup } from '../../platform/http/address-list.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import { auditOf } from '../../platform/operations/operator/audit-entry.ts';
import { type OperatorHandler, operate } from '../../platform/operations/operator/operator-handler.ts';
import { hashToken } from '../access/hash-token.ts';
import { recordAudit } from '../audit-store.ts';
import { linkRefused } from '../people/join-organisation.ts';
import { findLastMembership } from '../people/member-store.ts';
import { forgottenMail } from '../people/password-reset.ts';
import { findReset, takeReset } from '../people/password-reset-store.ts';
import { checkNewPassword } from '../people/password-rules.ts';
import type { People } from '../people/people.ts';
import { deleteSessionsOf } from '../session-store.ts';

interface ResetParts {
  people: People;
  sendMail?: SendMail | undefined;
  dashboardUrl: string;
  clock: Clock;
}

export function sessionOptions({ sendMail }: Pick<ResetParts, 'sendMail'>): OperatorHandler {
  return operate(sessionOptionsOperation, () => ({ passwordReset: sendMail !== undefined }));
}

/** The maximum number of requests from one client address (IPv6: one /64 network) within an hour. */
const MAX_PER_ADDRESS = 20;
const HOUR_MS = 3_600_000;
const MAX_ADDRESSES = 10_000;

export function sessionForgotPassword({ sendMail, dashboardUrl, clock }: ResetParts): OperatorHandler {
  const counts = new TtlCache<{ count: number }>({ clock, ttlMs: HOUR_MS, maxEntries: MAX_ADDRESSES });
  return operate(forgotPassword, async ({ db, address = '' }, { email }) => {
    if (sendMail === undefined) {
      const message =
        'This installation does not send email. Ask an owner or admin for a new invitation or link.';
      throw new ApiError('INVALID_STATE', message);
    }
    const lane = address === '' ? '' : addressGroup(address);
    const asked = counts.get(lane) ?? { count: 0 };
    if (asked.count === 0) counts.set(lane, asked);
    asked.count += 1;
    if (asked.count > MAX_PER_ADDRESS) {
      const message = 'Too many requests for a new password. Try again in an hour.';
      throw new ApiError('RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds: HOUR_MS / 1000 });
    }
    await sendMail(db, forgottenMail(email.toLowerCase(), dashboardUrl, clock.nowMs()));
    return { accepted: true as const };
  });
}

/** Ends all sessions, because a stranger with the old password may have opened one. The second factor stays. */
export function sessionResetPassword({ people, clock }: ResetParts): OperatorHandler {
  return operate(resetPassword, async (context, { token, password }) => {
    const { db, address } = context;
    const tokenHash = hashToken(token);
    const known = await findReset(db, tokenHash, clock.nowMs());
    const person = known === undefined ? undefined : await people.findById(db, known);
    if (person === undefined) throw linkRefused();
    checkNewPassword(password, person.email, 'password');
    const lane = address === undefined ? '' : addressGroup(address);
    const passwordHash = await people.hashPassword(password, { queue: 'unknown', lane });
    return inTransaction(db, async tx => {
      const personId = await takeReset(tx, tokenHash, clock.nowMs());
      if (personId === undefined) throw linkRefused();
      await people.savePassword(tx, personId, passwordHash);
      const sessionsEnded = await deleteSessionsOf(tx, personId, {});
      const member = await findLastMembership(tx, personId);
      if (member !== undefined) {
        const { organisationId, id: target, email: actor, role } = member;
        const entry = { action: resetPassword.name, target, before: null, after: { sessionsEnded } };
        await recordAudit(tx, {
          ...auditOf(context, entry),
          organisationId,
          actor,
          staff: isStaffRole(role),
        });
      }
      return { email: person.email };
    });
  });
}
