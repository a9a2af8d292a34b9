/** Calls the billing operations in production on behalf of the schedule, as the dashboard calls them for staff. */
import { listBalances } from '@serai/contract/billing/billing.ts';
import { type MailStatement, RECENT_MONTHS } from '@serai/contract/billing/mail-plan.ts';
import {
  closeStatement,
  listStatements,
  sendStatement,
  showStatement,
} from '@serai/contract/billing/statements.ts';
import type { OperatorOperation } from '@serai/contract/operator-operation.ts';
import type { z } from 'zod';
import type { Database, DatabasePool } from '../../platform/database/connect.ts';
import type { Log } from '../../platform/log.ts';
import type {
  OperatorContext,
  OperatorHandler,
} from '../../platform/operations/operator/operator-handler.ts';
import { listCandidates } from '../ledger/ageing-store.ts';
import { balancesList } from '../operations/operator/balances.ts';
import type { BillingParts } from '../operations/operator/billing-parts.ts';
import { statementsSend } from '../operations/operator/send-statement.ts';
import { statementsClose, statementsList, statementsShow } from '../operations/operator/statements.ts';
import { SCHEDULE_ACTOR } from '../statements/statement-mail-store.ts';
import { listMonths, type StatementKey } from '../statements/statement-store.ts';

export interface ScheduleParts extends BillingParts {
  pool: Pick<DatabasePool, 'forPartner'>;
  log: Log;
}

const SCOPE = { environment: 'production' } as const;
const PAGE = 200;

export class OperationCalls {
  readonly #parts: ScheduleParts;
  readonly #db: Database;

  /** `db` sees all partners. */
  constructor(parts: ScheduleParts, db: Database) {
    // No request caused the change.
    const recordAudit: BillingParts['recordAudit'] = (tx, entry) =>
      parts.recordAudit(tx, { ...entry, requestId: undefined });
    this.#parts = { ...parts, recordAudit };
    this.#db = db;
  }

  /** All partners that have a statement of this month. */
  async listPartners(month: string): Promise<StatementKey[]> {
    const found: StatementKey[] = [];
    const filter = { ...SCOPE, organisationId: undefined, timeZone: await this.#parts.timeZone(), month };
    for (let more = true; more; ) {
      const page = await listMonths(this.#db, { ...filter, after: found.at(-1), limit: PAGE });
      found.push(...page);
      more = page.length === PAGE;
    }
    return found;
  }

  async show(partnerId: string, month: string): Promise<MailStatement> {
    const input = { ...SCOPE, partnerId, month, page: { limit: 1 } };
    return (await this.#call(showStatement, statementsShow, input, partnerId)).statement;
  }

  /** The ids of all partners that may have an overdue statement. `isLate` tells, for one partner at a time. */
  async listLatePartners(): Promise<string[]> {
    const filter = { organisationId: undefined, isLowOnly: false };
    const found = await listCandidates(this.#db, SCOPE.environment, filter);
    return found.map(({ organisationId }) => organisationId);
  }

  async isLate(partnerId: string): Promise<boolean> {
    const input = { ...SCOPE, partnerId, overdue: true };
    return (await this.#call(listBalances, balancesList, input, partnerId)).balances.length > 0;
  }

  /** The statements of a partner, newest first. */
  async listRecent(partnerId: string): Promise<MailStatement[]> {
    const input = { ...SCOPE, partnerId, page: { limit: RECENT_MONTHS } };
    return (await this.#call(listStatements, statementsList, input, partnerId)).statements;
  }

  async close(partnerId: string, month: string): Promise<MailStatement> {
    const input = { ...SCOPE, partnerId, month };
    return (await this.#call(closeStatement, statementsClose, input, partnerId)).statement;
  }

  /** Returns the statement with its last emails. `isNew` is false if nothing was sent. */
  async send(
    partnerId: string,
    month: string,
    kind: 'STATEMENT' | 'REMINDER',
  ): Promise<{ statement: MailStatement; isNew: boolean }> {
    const input = { ...SCOPE, partnerId, month, kind };
    return await this.#call(sendStatement, statementsSend, input, partnerId);
  }

  async #call<Input extends z.ZodType, Output extends z.ZodType>(
    operation: OperatorOperation<Input, Output>,
    handlerOf: (parts: BillingParts) => OperatorHandler,
    input: z.input<Input>,
    partnerId?: string,
  ): Promise<z.output<Output>> {
    const handler = handlerOf(this.#parts);
    const answer = await handler.run(this.#context(partnerId), operation.input.parse(input) as never);
    return operation.output.parse(answer);
  }

  /** Without a partner, the call concerns all of them. */
  #context(partnerId: string | undefined): OperatorContext {
    const db =
      partnerId === undefined
        ? this.#db
        : this.#parts.pool.forPartner({ organisationId: partnerId, environment: null });
    return {
      db,
      requestId: '',
      actor: SCHEDULE_ACTOR,
      staff: true,
      role: 'finance',
      organisationId: partnerId ?? '',
      partnerId,
      confirmed: true,
      address: undefined,
      cookies: [],
    };
  }
}
