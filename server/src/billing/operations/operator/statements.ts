import {
  closeStatement,
  exportStatement,
  listStatements,
  showStatement,
} from '@serai/contract/billing/statements.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { makeCursor, pageOf, readCursor } from '../../../platform/cursor.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { toMoney } from '../../../platform/money/minor-units.ts';
import { auditOf } from '../../../platform/operations/operator/audit-entry.ts';
import {
  type OperatorContext,
  type OperatorHandler,
  operate,
} from '../../../platform/operations/operator/operator-handler.ts';
import { listStatementEntries } from '../../ledger/entry-list-store.ts';
import { entryView, positionOf, positionTexts } from '../../ledger/entry-view.ts';
import { databaseNow, getAccount, type LedgerScope } from '../../ledger/ledger-store.ts';
import { monthBefore } from '../../statements/month-period.ts';
import { UNKNOWN_PAYMENT } from '../../statements/payment-state.ts';
import { entryHtml, PAGE_END, pageStart } from '../../statements/statement-html.ts';
import {
  findClosed,
  getRecipient,
  insertStatement,
  listMonths,
  lockStatements,
  type NewStatement,
  type Period,
  type StatementKey,
  type StoredStatement,
  sealEntries,
} from '../../statements/statement-store.ts';
import { type AnyStatement, CSV_HEADER, entryCsv, statementView } from '../../statements/statement-view.ts';
import { type BillingParts, DEFAULT_ENVIRONMENT, scopeOf, withBookings } from './billing-parts.ts';
import { openPeriod, openStatement, statementOf, withPayment, withPayments } from './read-statements.ts';

const STATEMENTS = 50;
const ENTRIES = 100;
const EXPORTED = 2_000;

export function statementsList(parts: BillingParts): OperatorHandler {
  const { cursorKey } = parts;
  return operate(listStatements, async (context, { page, month, ...input }) => {
    const { db, partnerId: organisationId } = context;
    const { environment = DEFAULT_ENVIRONMENT } = input;
    const { limit = STATEMENTS, cursor } = page ?? {};
    const timeZone = await parts.timeZone();
    const boundTo = [listStatements.name, organisationId ?? null, environment, month ?? null];
    const found = await listMonths(db, {
      organisationId,
      environment,
      timeZone,
      month,
      after: cursor === undefined ? undefined : keyOf(readCursor(cursorKey, boundTo, cursor)),
      limit: limit + 1,
    });
    const paged = pageOf(found, limit, last =>
      makeCursor(cursorKey, boundTo, [last.month, last.name, last.organisationId]),
    );
    const statements: { statement: AnyStatement; partnerName: string }[] = [];
    const last = new Map<string, AnyStatement>();
    // Oldest first: each month continues from the one before, so that no entry is added up twice.
    for (const { organisationId: id, month: shown, name } of paged.shown.toReversed()) {
      const scope = { organisationId: id, environment };
      const statement = await statementOf(db, scope, shown, timeZone, last.get(id));
      last.set(id, statement);
      statements.unshift({ statement, partnerName: name });
    }
    return {
      statements: await withPayments(context, statements, timeZone),
      canSend: parts.sendMail !== undefined,
      page: paged.page,
    };
  });
}

function keyOf([month = '', name = '', organisationId = '']: readonly string[]): StatementKey {
  return { month, name, organisationId };
}

export function statementsShow(parts: BillingParts): OperatorHandler {
  const { cursorKey } = parts;
  return operate(showStatement, async (context, { page, month, ...input }) => {
    const { db } = context;
    const scope = scopeOf(context, input);
    const { limit = ENTRIES, cursor } = page ?? {};
    const timeZone = await parts.timeZone();
    const statement = await statementOf(db, scope, month, timeZone);
    const boundTo = [showStatement.name, scope, month];
    const after = cursor === undefined ? undefined : positionOf(readCursor(cursorKey, boundTo, cursor));
    const period = { from: statement.from_at, to: statement.to_at };
    const found = await listStatementEntries(db, scope, period, after, limit + 1);
    const paged = pageOf(found, limit, last => makeCursor(cursorKey, boundTo, positionTexts(last)));
    const entries = await withBookings(parts, db, scope.organisationId, paged.shown);
    const recipient = await getRecipient(db, scope.organisationId);
    const named = { statement, partnerName: recipient.name };
    return {
      // Further pages are read for their entries only.
      statement:
        cursor === undefined
          ? await withPayment(context, named, timeZone)
          : statementView(statement, { ...named, ...UNKNOWN_PAYMENT, mails: [] }, context),
      issuer: await parts.issuer(),
      recipient,
      canSend: parts.sendMail !== undefined,
      entries: entries.map(entry => entryView(entry, context)),
      page: paged.page,
    };
  });
}

export function statementsExport(parts: BillingParts): OperatorHandler {
  const { cursorKey } = parts;
  return operate(exportStatement, async (context, { page, month, format, ...input }) => {
    const { db } = context;
    const scope = scopeOf(context, input);
    const { limit = EXPORTED, cursor } = page ?? {};
    const timeZone = await parts.timeZone();
    const statement = await statementOf(db, scope, month, timeZone);
    const boundTo = [exportStatement.name, scope, month, format];
    const after = cursor === undefined ? undefined : positionOf(readCursor(cursorKey, boundTo, cursor));
    const period = { from: statement.from_at, to: statement.to_at };
    const found = await listStatementEntries(db, scope, period, after, limit + 1);
    const paged = pageOf(found, limit, last => makeCursor(cursorKey, boundTo, positionTexts(last)));
    const isFirst = cursor === undefined;
    const entries = await withBookings(parts, db, scope.organisationId, paged.shown);
    if (format === 'CSV') {
      const number = statement.statement_id === null ? null : statement.number;
      return {
        text: (isFirst ? CSV_HEADER : '') + entries.map(entry => entryCsv(entry, number)).join(''),
        page: paged.page,
      };
    }
    const rows = entries.map(entry => entryHtml(entry, statement.time_zone)).join('');
    const start = isFirst ? await startOfPage(parts, context, statement, timeZone) : '';
    return { text: `${start}${rows}${paged.page.hasMore ? '' : PAGE_END}`, page: paged.page };
  });
}

export function statementsClose(parts: BillingParts): OperatorHandler {
  return operate(closeStatement, async (context, { month, ...input }) => {
    const { db } = context;
    const scope = scopeOf(context, input);
    const timeZone = await parts.timeZone();
    const statement =
      (await findClosed(db, scope, month)) ?? (await closeMonth(parts, context, scope, { month, timeZone }));
    const { name: partnerName } = await getRecipient(db, scope.organisationId);
    return { statement: await withPayment(context, { statement, partnerName }, timeZone) };
  });
}

/** Another try is needed only if a neighbouring month was closed, or the sandbox was reset, while the entries were added up. */
const CLOSE_TRIES = 3;

/**
 * Adds up the entries between two short transactions, because bookings of the partner wait for the first one. After it, no
 * entry can get a time in the month, so the sums are final. If the process ends in between, closing again gives the same sums.
 */
async function closeMonth(
  parts: BillingParts,
  context: OperatorContext,
  scope: LedgerScope,
  { month, timeZone }: { month: string; timeZone: string },
): Promise<StoredStatement> {
  const { db } = context;
  for (let tries = 0; tries < CLOSE_TRIES; tries++) {
    const { to } = await periodNow(db, scope, month, timeZone);
    await inTransaction(db, tx => seal(tx, scope, month, to));
    const open = await openStatement(db, scope, month, timeZone);
    if (open.to_at.getTime() !== to.getTime()) continue;
    const closed = await inTransaction(db, tx => storeClosed(tx, parts, context, open));
    if (closed) return closed;
  }
  throw new ApiError('SERVICE_UNAVAILABLE', 'Other statements of this partner were being closed. Try again.');
}

async function periodNow(db: Database, scope: LedgerScope, month: string, timeZone: string): Promise<Period> {
  const before = await findClosed(db, scope, monthBefore(month));
  return openPeriod(db, scope, { month, timeZone, before });
}

async function seal(tx: Database, scope: LedgerScope, month: string, to: Date): Promise<void> {
  if ((await databaseNow(tx)) < to) {
    throw new ApiError(
      'INVALID_STATE',
      `${month} is not over yet. It can be closed from ${to.toISOString()}.`,
    );
  }
  if (!(await sealEntries(tx, scope, to))) {
    throw new ApiError('INVALID_STATE', 'The partner has no entries, so there is nothing to close.');
  }
}

/** Undefined if the sums are no longer those of the month. */
async function storeClosed(
  tx: Database,
  { recordAudit }: Pick<BillingParts, 'recordAudit'>,
  context: OperatorContext,
  open: Omit<NewStatement, 'closed_by'>,
): Promise<StoredStatement | undefined> {
  const { month, from_at: from, to_at: to } = open;
  const scope = scopeOf(context, open);
  const sealedUntil = await lockStatements(tx, scope);
  const known = await findClosed(tx, scope, month);
  if (known) return known;
  const now = await periodNow(tx, scope, month, open.time_zone);
  const isSame = now.from.getTime() === from.getTime() && now.to.getTime() === to.getTime();
  if (!isSame || sealedUntil === null || sealedUntil < to) return undefined;
  const { paymentDays } = await getAccount(tx, scope);
  const closed = await insertStatement(tx, { ...open, closed_by: context.actor }, paymentDays);
  const after = {
    environment: scope.environment,
    month,
    closing: toMoney(open.closing_minor, open.currency),
    dueOn: closed.due_on,
    number: closed.number,
  };
  const target = closed.statement_id;
  await recordAudit(tx, auditOf(context, { action: closeStatement.name, target, before: null, after }));
  return closed;
}

async function startOfPage(
  parts: BillingParts,
  context: OperatorContext,
  statement: AnyStatement,
  timeZone: string,
): Promise<string> {
  const recipient = await getRecipient(context.db, statement.organisation_id);
  const view = await withPayment(context, { statement, partnerName: recipient.name }, timeZone);
  return pageStart(view, await parts.issuer(), recipient);
}
