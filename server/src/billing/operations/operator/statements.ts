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
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { listStatementEntries } from '../../ledger/entry-list-store.ts';
import { entryView, positionOf, positionTexts } from '../../ledger/entry-view.ts';
import { databaseNow, getAccount, type LedgerScope } from '../../ledger/ledger-store.ts';
import { monthAfter, monthBefore, monthPeriod } from '../../statements/month-period.ts';
import {
  findClosed,
  getPartnerName,
  insertStatement,
  listMonths,
  type NewStatement,
  type Period,
  readOpening,
  readTotals,
  type StatementKey,
  sealEntries,
} from '../../statements/statement-store.ts';
import {
  type AnyStatement,
  CSV_HEADER,
  entryCsv,
  entryHtml,
  PAGE_END,
  pageStart,
  statementView,
} from '../../statements/statement-view.ts';
import { type BillingParts, DEFAULT_ENVIRONMENT, scopeOf } from './billing-parts.ts';

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
    const statements = [];
    const last = new Map<string, AnyStatement>();
    // Oldest first: each month continues from the one before, so that no entry is added up twice.
    for (const { organisationId: id, month: shown, name } of paged.shown.toReversed()) {
      const scope = { organisationId: id, environment };
      const statement = await statementOf(db, scope, shown, timeZone, last.get(id));
      last.set(id, statement);
      statements.unshift(statementView(statement, name, context));
    }
    return { statements, page: paged.page };
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
    const statement = await statementOf(db, scope, month, await parts.timeZone());
    const boundTo = [showStatement.name, scope, month];
    const after = cursor === undefined ? undefined : positionOf(readCursor(cursorKey, boundTo, cursor));
    const period = { from: statement.from_at, to: statement.to_at };
    const found = await listStatementEntries(db, scope, period, after, limit + 1);
    const paged = pageOf(found, limit, last => makeCursor(cursorKey, boundTo, positionTexts(last)));
    return {
      statement: statementView(statement, await getPartnerName(db, scope.organisationId), context),
      entries: paged.shown.map(entry => entryView(entry, context)),
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
    const statement = await statementOf(db, scope, month, await parts.timeZone());
    const boundTo = [exportStatement.name, scope, month, format];
    const after = cursor === undefined ? undefined : positionOf(readCursor(cursorKey, boundTo, cursor));
    const period = { from: statement.from_at, to: statement.to_at };
    const found = await listStatementEntries(db, scope, period, after, limit + 1);
    const paged = pageOf(found, limit, last => makeCursor(cursorKey, boundTo, positionTexts(last)));
    const isFirst = cursor === undefined;
    if (format === 'CSV') {
      return { text: (isFirst ? CSV_HEADER : '') + paged.shown.map(entryCsv).join(''), page: paged.page };
    }
    const view = statementView(statement, await getPartnerName(db, scope.organisationId), context);
    const rows = paged.shown.map(entry => entryHtml(entry, statement.time_zone)).join('');
    const start = isFirst ? pageStart(view) : '';
    return { text: `${start}${rows}${paged.page.hasMore ? '' : PAGE_END}`, page: paged.page };
  });
}

export function statementsClose(parts: BillingParts): OperatorHandler {
  return operate(closeStatement, async (context, { month, ...input }) => {
    const { db, actor } = context;
    const scope = scopeOf(context, input);
    const timeZone = await parts.timeZone();
    const statement = await inTransaction(db, async tx => {
      const before = await findClosed(tx, scope, monthBefore(month));
      const { to } = await openPeriod(tx, scope, { month, timeZone, before });
      if ((await databaseNow(tx)) < to) {
        throw new ApiError(
          'INVALID_STATE',
          `${month} is not over yet. It can be closed from ${to.toISOString()}.`,
        );
      }
      if (!(await sealEntries(tx, scope, to))) {
        throw new ApiError('INVALID_STATE', 'The partner has no entries, so there is nothing to close.');
      }
      const known = await findClosed(tx, scope, month);
      if (known) return known;
      const open = await openStatement(tx, scope, month, timeZone);
      const closed = await insertStatement(tx, { ...open, closed_by: actor });
      const after = {
        environment: scope.environment,
        month,
        closing: toMoney(open.closing_minor, open.currency),
      };
      const target = closed.statement_id;
      await parts.recordAudit(
        tx,
        auditOf(context, { action: closeStatement.name, target, before: null, after }),
      );
      return closed;
    });
    return { statement: statementView(statement, await getPartnerName(db, scope.organisationId), context) };
  });
}

async function statementOf(
  db: Database,
  scope: LedgerScope,
  month: string,
  timeZone: string,
  earlier?: AnyStatement,
): Promise<AnyStatement> {
  const closed = await findClosed(db, scope, month);
  return closed ?? { ...(await openStatement(db, scope, month, timeZone, earlier)), statement_id: null };
}

/** `earlier` is a statement of the same partner that was just read. It is used if it covers the month before. */
async function openStatement(
  db: Database,
  scope: LedgerScope,
  month: string,
  timeZone: string,
  earlier?: AnyStatement,
): Promise<Omit<NewStatement, 'closed_by'>> {
  const previous = monthBefore(month);
  const before = earlier?.month === previous ? earlier : await findClosed(db, scope, previous);
  const period = await openPeriod(db, scope, { month, timeZone, before });
  const { currency } = await getAccount(db, scope);
  const openingMinor = before?.closing_minor ?? (await readOpening(db, scope, period.from));
  const totals = await readTotals(db, scope, period);
  const changes = Object.values(totals).reduce((sum, total) => sum + (total?.owedMinor ?? 0), 0);
  return {
    organisation_id: scope.organisationId,
    environment: scope.environment,
    month,
    time_zone: timeZone,
    from_at: period.from,
    to_at: period.to,
    currency,
    opening_minor: openingMinor,
    closing_minor: openingMinor + changes,
    totals,
  };
}

/**
 * Leaves no gap to the previous and next statements, even if the time zone of the operator has changed since they were
 * closed.
 */
async function openPeriod(
  db: Database,
  scope: LedgerScope,
  { month, timeZone, before }: { month: string; timeZone: string; before: AnyStatement | undefined },
): Promise<Period> {
  const { from, to } = monthPeriod(month, timeZone);
  const after = await findClosed(db, scope, monthAfter(month));
  return { from: before?.to_at ?? from, to: after?.from_at ?? to };
}
