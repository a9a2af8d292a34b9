import { showOperator, updateOperator as updateOperatorOperation } from '@serai/contract/account/operator.ts';
import { operatorNeedsStepUp } from '@serai/contract/account/step-up.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { auditOf } from '../../platform/operations/operator/audit-entry.ts';
import { requireConfirmed } from '../../platform/operations/operator/caller-checks.ts';
import { type OperatorHandler, operate } from '../../platform/operations/operator/operator-handler.ts';
import { zonedText } from '../../platform/time/zoned-time.ts';
import { recordAudit } from '../audit-store.ts';
import {
  findOrganisationForChange,
  getOperator,
  localTimeInDatabase,
  type OperatorAttributes,
  updateOperator,
} from '../organisation-store.ts';

export function operatorShow(): OperatorHandler {
  return operate(showOperator, async ({ db }) => ({ operator: await getOperator(db) }));
}

interface OperatorUpdateParts {
  onOperatorChanged?: (() => void) | undefined;
}

export function operatorUpdate({ onOperatorChanged }: OperatorUpdateParts): OperatorHandler {
  return operate(updateOperatorOperation, async (context, sent) => {
    const { timeZone } = sent;
    // A zone that an earlier version accepted can be sent again.
    const isKept = timeZone === undefined || timeZone === (await getOperator(context.db)).timeZone;
    if (!isKept) await checkTimeZone(context.db, timeZone);
    const operator = await inTransaction(context.db, async tx => {
      await findOrganisationForChange(tx, context.organisationId);
      const present = await getOperator(tx);
      const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
      const wanted = {
        ...present,
        ...given,
        company: { ...present.company, ...sent.company },
        paymentDetails: { ...present.paymentDetails, ...sent.paymentDetails },
        billingSchedule: { ...present.billingSchedule, ...sent.billingSchedule },
      } as OperatorAttributes;
      const names = Object.keys(given) as (keyof OperatorAttributes)[];
      const changed = names.filter(name => JSON.stringify(present[name]) !== JSON.stringify(wanted[name]));
      if (changed.length === 0) return present;
      const before = Object.fromEntries(changed.map(name => [name, present[name]]));
      const after = Object.fromEntries(changed.map(name => [name, wanted[name]]));
      if (operatorNeedsStepUp(after)) requireConfirmed(context);
      await updateOperator(tx, wanted);
      const { organisationId: target } = context;
      await recordAudit(
        tx,
        auditOf(context, { action: updateOperatorOperation.name, target, before, after }),
      );
      return getOperator(tx);
    });
    onOperatorChanged?.();
    return { operator };
  });
}

const [WINTER, SUMMER] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-07-01T00:00:00Z')];

/**
 * Statements are calculated here and in the database, so both must know the time zone and agree on it. They disagree
 * about offsets such as `+02:00`, whose sign is reversed in PostgreSQL, and about `CET`, which has no summer time there.
 */
async function checkTimeZone(db: Database, timeZone: string): Promise<void> {
  const isSame = async (at: Date) =>
    zonedText(at.getTime(), timeZone).startsWith(await localTimeInDatabase(db, at, timeZone));
  const isKnown = await Promise.all([isSame(WINTER), isSame(SUMMER)])
    .then(same => same.every(Boolean))
    .catch(rejectUnknown);
  if (!isKnown) {
    const message = 'Use an IANA time zone, for example Europe/Madrid.';
    throw new ApiError('VALIDATION_ERROR', message, {
      details: [{ path: '/timeZone', code: 'INVALID_VALUE', message }],
    });
  }
}

/** An unknown time zone is a RangeError here, and an invalid parameter in the database. */
function rejectUnknown(error: unknown): false {
  if (error instanceof RangeError || (error as { code?: string }).code === '22023') return false;
  throw error;
}
