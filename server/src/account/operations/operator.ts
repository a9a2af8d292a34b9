import { CONFIRMED_SETTINGS } from '@serai/contract/account/company-limits.ts';
import { showOperator, updateOperator as updateOperatorOperation } from '@serai/contract/account/operator.ts';
import { ApiError } from '../../platform/api-error.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { auditOf } from '../../platform/operations/operator/audit-entry.ts';
import { requireConfirmed } from '../../platform/operations/operator/caller-checks.ts';
import { type OperatorHandler, operate } from '../../platform/operations/operator/operator-handler.ts';
import { recordAudit } from '../audit-store.ts';
import {
  findOrganisationForChange,
  getOperator,
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
    if (sent.timeZone !== undefined) checkTimeZone(sent.timeZone);
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
      if (CONFIRMED_SETTINGS.some(name => changed.includes(name))) requireConfirmed(context);
      await updateOperator(tx, wanted);
      const before = Object.fromEntries(changed.map(name => [name, present[name]]));
      const after = Object.fromEntries(changed.map(name => [name, wanted[name]]));
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

function checkTimeZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch {
    const message = 'Use an IANA time zone, for example Europe/Madrid.';
    throw new ApiError('VALIDATION_ERROR', message, {
      details: [{ path: '/timeZone', code: 'INVALID_VALUE', message }],
    });
  }
}
