import type { AuditAction } from '@serai/contract/account/audit-actions.ts';
import { adjustBalance, recordPayment, returnPayment } from '@serai/contract/billing/payments.ts';
import type { Money } from '@serai/contract/shared/money.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { newReferenceId } from '../../../platform/ids/reference-id.ts';
import { toMoney } from '../../../platform/money/minor-units.ts';
import { type AuditEntry, auditOf } from '../../../platform/operations/operator/audit-entry.ts';
import {
  type OperatorContext,
  type OperatorHandler,
  operate,
} from '../../../platform/operations/operator/operator-handler.ts';
import { accountView } from '../../ledger/account-view.ts';
import { getAdjustment, insertReference } from '../../ledger/adjustment-reference-store.ts';
import { type LedgerLine, ledgerLine } from '../../ledger/entry-kinds.ts';
import { findPayment, getPosting, type StoredEntry } from '../../ledger/entry-list-store.ts';
import { entryView } from '../../ledger/entry-view.ts';
import {
  getAccount,
  getLockedAccount,
  insertEntries,
  insertPayment,
  type LedgerScope,
  todayIn,
} from '../../ledger/ledger-store.ts';
import { getReturn, insertReturn } from '../../ledger/payment-return-store.ts';
import { amountIn, type BillingParts, invalidField, scopeOf } from './billing-parts.ts';

export interface NewPayment {
  scope: LedgerScope;
  /** Of the account, which must be locked. */
  currency: string;
  amount: Money;
  externalReference: string;
  receivedOn: string;
  reason?: string | undefined;
  /** In the time zone of the operator. */
  today: string;
}

export function paymentsRecord({ recordAudit, timeZone }: BillingParts): OperatorHandler {
  return operate(recordPayment, async (context, input) => {
    const { db, actor } = context;
    const { amount, externalReference, note: reason } = input;
    const scope = scopeOf(context, input);
    const zone = await timeZone();
    const recorded = await inTransaction(db, async tx => {
      const { currency } = await getLockedAccount(tx, scope);
      const today = await todayIn(tx, zone);
      const { receivedOn = today } = input;
      const payment = { scope, currency, amount, externalReference, receivedOn, reason, today };
      const { postingId, known } = await postPayment(tx, actor, payment);
      if (postingId === undefined) return { entry: samePayment(known), isNew: false };
      await recordAudit(tx, paymentAudit(context, recordPayment.name, { ...payment, postingId }));
      return { entry: await getPosting(tx, scope, postingId), isNew: true };
    });
    return {
      entry: entryView(recorded.entry, context),
      isNew: recorded.isNew,
      balance: accountView(await getAccount(db, scope)),
    };
  });
}

type Posted =
  | { postingId: string; known?: undefined }
  /** A payment with the same reference was recorded before. */
  | { postingId?: undefined; known: KnownPayment };

export interface KnownPayment {
  entry: StoredEntry;
  hasSameAmount: boolean;
}

/** Throws if the payment is invalid. */
export async function postPayment(
  tx: Database,
  actor: string,
  { scope, currency, amount, externalReference, receivedOn, reason, today }: NewPayment,
): Promise<Posted> {
  const amountMinor = amountIn(currency, amount);
  checkReceived(receivedOn, today);
  const lines = [ledgerLine('PAYMENT', amountMinor)];
  const payment = { scope, currency, lines, actor, externalReference, receivedOn, reason };
  const postingId = await insertPayment(tx, payment);
  if (postingId !== undefined) return { postingId };
  const entry = await findPayment(tx, scope, externalReference);
  if (!entry) throw new Error(`payment ${externalReference} does not exist`);
  return { known: { entry, hasSameAmount: entry.amount_minor === amountMinor } };
}

export function checkReceived(day: string, today: string): void {
  if (day <= today) return;
  const message = `A payment cannot be received in the future. Use ${today} or an earlier day.`;
  throw invalidField('/receivedOn', 'IN_FUTURE', message);
}

/** The entry belongs to the partner that paid, also if the call concerned several partners. */
export function paymentAudit(
  context: OperatorContext,
  action: AuditAction,
  { scope, amount, externalReference, receivedOn, postingId }: NewPayment & { postingId: string },
): AuditEntry {
  const { organisationId, environment } = scope;
  const after = { environment, amount, externalReference, receivedOn };
  return auditOf({ ...context, organisationId }, { action, target: postingId, before: null, after });
}

/** Throws if the payment has another amount or was returned. */
function samePayment({ entry, hasSameAmount }: KnownPayment): StoredEntry {
  if (entry.returned) {
    throw new ApiError(
      'INVALID_STATE',
      `The payment with this reference was returned on ${entry.returned.on}. Record a new payment with another reference.`,
    );
  }
  if (hasSameAmount) return entry;
  const { amount, currency } = toMoney(entry.amount_minor, entry.currency);
  throw new ApiError(
    'INVALID_STATE',
    `A payment of ${amount} ${currency} has already been recorded with this reference. Use another reference, or correct the balance with billing/adjust.`,
  );
}

/** The payment stays in the ledger. Its reversal is another entry. */
export function paymentsReturn({ recordAudit, timeZone }: BillingParts): OperatorHandler {
  return operate(returnPayment, async (context, input) => {
    const { db, actor } = context;
    const { reason } = input;
    const scope = scopeOf(context, input);
    const zone = await timeZone();
    const recorded = await inTransaction(db, async tx => {
      // A reference that an earlier version recorded can have spaces around it, and be different from the one without them.
      const payment =
        (await findPayment(tx, scope, input.externalReference)) ??
        (await findPayment(tx, scope, input.externalReference.trim()));
      if (!payment) {
        const message =
          'The partner has no payment with this reference. Check the reference and the environment.';
        throw new ApiError('NOT_FOUND', message);
      }
      const externalReference = payment.external_reference ?? input.externalReference;
      const today = await todayIn(tx, zone);
      const { returnedOn = today } = input;
      const returnId = newReferenceId('pst');
      if (!(await insertReturn(tx, scope, { payment, returnId, returnedOn }))) {
        const known = await getReturn(tx, scope, externalReference);
        return { entry: await getPosting(tx, scope, known.returnId, known.recordedAt), isNew: false };
      }
      checkReturnDay(returnedOn, { receivedOn: payment.received_on, today });
      const { currency, amount_minor: amountMinor } = payment;
      const lines = [ledgerLine('RETURNED_PAYMENT', amountMinor)];
      await insertEntries(tx, { scope, currency, lines, actor, reason }, returnId);
      const amount = toMoney(amountMinor, currency);
      const after = { environment: scope.environment, amount, externalReference, returnedOn, reason };
      await recordAudit(
        tx,
        auditOf(context, { action: returnPayment.name, target: payment.posting_id, before: null, after }),
      );
      return { entry: await getPosting(tx, scope, returnId), isNew: true };
    });
    return {
      entry: entryView(recorded.entry, context),
      isNew: recorded.isNew,
      balance: accountView(await getAccount(db, scope)),
    };
  });
}

function checkReturnDay(day: string, { receivedOn, today }: { receivedOn: string | null; today: string }) {
  if (day > today) {
    const message = `A payment cannot be returned in the future. Use ${today} or an earlier day.`;
    throw invalidField('/returnedOn', 'IN_FUTURE', message);
  }
  if (receivedOn !== null && day < receivedOn) {
    const message = `The payment was received on ${receivedOn}. Use that day or a later one.`;
    throw invalidField('/returnedOn', 'BEFORE_PAYMENT', message);
  }
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
