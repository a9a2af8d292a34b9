import { adjustBalance, recordPayment } from '@serai/contract/billing/billing.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { newReferenceId } from '../../../platform/ids/reference-id.ts';
import { toMoney } from '../../../platform/money/minor-units.ts';
import { auditOf } from '../../../platform/operations/operator/audit-entry.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { dateInZone } from '../../../platform/time/zoned-time.ts';
import { accountView } from '../../ledger/account-view.ts';
import { getAdjustment, insertReference } from '../../ledger/adjustment-reference-store.ts';
import { type LedgerLine, ledgerLine } from '../../ledger/entry-kinds.ts';
import { findPayment, getPosting, type StoredEntry } from '../../ledger/entry-list-store.ts';
import { entryView } from '../../ledger/entry-view.ts';
import {
  databaseNow,
  getAccount,
  getLockedAccount,
  insertEntries,
  insertPayment,
  type LedgerScope,
} from '../../ledger/ledger-store.ts';
import { amountIn, type BillingParts, invalidField, scopeOf } from './billing-parts.ts';

export function paymentsRecord({ recordAudit, timeZone }: BillingParts): OperatorHandler {
  return operate(recordPayment, async (context, input) => {
    const { db, actor } = context;
    const { externalReference, note: reason } = input;
    const scope = scopeOf(context, input);
    const zone = await timeZone();
    const recorded = await inTransaction(db, async tx => {
      const { currency } = await getLockedAccount(tx, scope);
      const amountMinor = amountIn(currency, input.amount);
      const today = dateInZone((await databaseNow(tx)).getTime(), zone);
      const { receivedOn = today } = input;
      if (receivedOn > today) {
        const message = `A payment cannot be received in the future. Use ${today} or an earlier day.`;
        throw invalidField('/receivedOn', 'IN_FUTURE', message);
      }
      const lines = [ledgerLine('PAYMENT', amountMinor)];
      const payment = { scope, currency, lines, actor, externalReference, receivedOn, reason };
      const postingId = await insertPayment(tx, payment);
      if (postingId === undefined)
        return { entry: await samePayment(tx, scope, externalReference, amountMinor), isNew: false };
      const after = { environment: scope.environment, amount: input.amount, externalReference, receivedOn };
      await recordAudit(
        tx,
        auditOf(context, { action: recordPayment.name, target: postingId, before: null, after }),
      );
      return { entry: await getPosting(tx, scope, postingId), isNew: true };
    });
    return {
      entry: entryView(recorded.entry, context),
      isNew: recorded.isNew,
      balance: accountView(await getAccount(db, scope)),
    };
  });
}

async function samePayment(
  tx: Database,
  scope: LedgerScope,
  externalReference: string,
  amountMinor: number,
): Promise<StoredEntry> {
  const entry = await findPayment(tx, scope, externalReference);
  if (!entry) throw new Error(`payment ${externalReference} does not exist`);
  if (entry.amount_minor === amountMinor) return entry;
  const { amount, currency } = toMoney(entry.amount_minor, entry.currency);
  throw new ApiError(
    'INVALID_STATE',
    `A payment of ${amount} ${currency} has already been recorded with this reference. Use another reference, or correct the balance with billing/adjust.`,
  );
}

export function billingAdjust({ recordAudit }: BillingParts): OperatorHandler {
  return operate(adjustBalance, async (context, input) => {
    const { db, actor } = context;
    const { effect, reason, externalReference } = input;
    const scope = scopeOf(context, input);
    const recorded = await inTransaction(db, async tx => {
      const { currency } = await getLockedAccount(tx, scope);
      const amountMinor = amountIn(currency, input.amount);
      const line = ledgerLine('ADJUSTMENT', effect === 'OWES_MORE' ? amountMinor : -amountMinor);
      const postingId = newReferenceId('pst');
      if (
        externalReference !== undefined &&
        !(await insertReference(tx, scope, externalReference, postingId))
      ) {
        return { entry: await sameAdjustment(tx, scope, externalReference, line), isNew: false };
      }
      await insertEntries(tx, { scope, currency, lines: [line], actor, reason }, postingId);
      const reference = externalReference === undefined ? {} : { externalReference };
      const after = { environment: scope.environment, effect, amount: input.amount, reason, ...reference };
      await recordAudit(
        tx,
        auditOf(context, { action: adjustBalance.name, target: postingId, before: null, after }),
      );
      return { entry: await getPosting(tx, scope, postingId), isNew: true };
    });
    return {
      entry: entryView(recorded.entry, context),
      isNew: recorded.isNew,
      balance: accountView(await getAccount(db, scope)),
    };
  });
}

async function sameAdjustment(
  tx: Database,
  scope: LedgerScope,
  externalReference: string,
  { debit, amountMinor }: LedgerLine,
): Promise<StoredEntry> {
  const { postingId, recordedAt } = await getAdjustment(tx, scope, externalReference);
  const entry = await getPosting(tx, scope, postingId, recordedAt);
  if (entry.amount_minor === amountMinor && entry.debit === debit) return entry;
  const { amount, currency } = toMoney(entry.amount_minor, entry.currency);
  const effect = entry.debit === 'PARTNER' ? 'OWES_MORE' : 'OWES_LESS';
  throw new ApiError(
    'INVALID_STATE',
    `An adjustment of ${amount} ${currency} (${effect}) has already been recorded with this reference. Use another reference.`,
  );
}
