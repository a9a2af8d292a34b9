/**
 * The webhook operations on a real database, called as the listener calls them. Input and output are validated against
 * the contract.
 */
import { randomBytes } from 'node:crypto';
import type { EventType } from '@serai/contract/events.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { recordAudit } from '../src/account/audit-store.ts';
import type { Database } from '../src/platform/database/connect.ts';
import { appendEvent } from '../src/platform/events/outbox-store.ts';
import { newId } from '../src/platform/ids/ids.ts';
import {
  type OperatorContext,
  operatorDatabase,
} from '../src/platform/operations/operator/operator-handler.ts';
import { validate } from '../src/platform/operations/validate.ts';
import { createSeal } from '../src/platform/secrets/seal.ts';
import type { WebhookOperationParts } from '../src/webhooks/operations/operation-parts.ts';
import { webhookHandlers } from '../src/webhooks/operations/webhook-handlers.ts';
import { targetPolicy } from '../src/webhooks/targets/target-policy.ts';
import { testDatabase } from './database.ts';
import { type SimulatedTime, simulateTime } from './simulated-time.ts';

interface AuditRow {
  action: string;
  actor: string;
  target: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

export interface WebhookOperationsUnderTest {
  db: Database;
  parts: WebhookOperationParts;
  time: SimulatedTime;
  newOrganisation(): Promise<string>;
  /** Calls an operation as an owner of the organisation, in a recently confirmed session by default. */
  call(
    name: string,
    organisationId: string,
    input?: object,
    confirmed?: boolean,
    staff?: boolean,
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  ): Promise<any>;
  /** Creates an event now and returns its ID. */
  happen(organisationId: string, type?: EventType, environment?: Environment): Promise<string>;
  /** Returns the audit entries of a target, oldest first. */
  audit(target: string): Promise<AuditRow[]>;
  drop(): Promise<void>;
}

/** Host names resolve as given in `names`, or not at all. */
export async function webhookOperations(
  names: Readonly<Record<string, string[]>> = {},
): Promise<WebhookOperationsUnderTest> {
  const { pool, db, ownerDb, drop } = await testDatabase();
  const time = await simulateTime(ownerDb);
  const resolve = async (name: string) => names[name] ?? Promise.reject(new Error('ENOTFOUND'));
  const parts: WebhookOperationParts = {
    seal: createSeal(randomBytes(32)),
    targets: {
      policy: targetPolicy(['127.0.0.1'], [443, 8443]),
      resolver: { public: resolve, system: resolve },
    },
    recordAudit,
    cursorKey: randomBytes(32),
  };
  return {
    db,
    parts,
    time,
    drop,
    async newOrganisation() {
      const id = newId('prt');
      await db`INSERT INTO organisation (id, name) VALUES (${id}, 'Test')`;
      return id;
    },
    async call(name, organisationId, input = {}, confirmed = true, staff = false) {
      const handler = webhookHandlers(parts).find(({ operation }) => operation.name === name);
      if (handler === undefined) throw new Error(`there is no ${name}`);
      const context: OperatorContext = {
        db: operatorDatabase(pool, handler, { organisationId, concernsAll: false }),
        requestId: newId('req'),
        actor: 'ana@example.com',
        role: 'owner',
        organisationId,
        partnerId: organisationId,
        address: '203.0.113.7',
        confirmed,
        staff,
        cookies: [],
      };
      const answer = await handler.run(context, validate(handler.operation.input, input) as never);
      return handler.operation.output.parse(JSON.parse(JSON.stringify(answer)));
    },
    async happen(organisationId, type = 'booking.confirmed', environment = 'sandbox') {
      await time.advance(1_000);
      const at = new Date(time.databaseNowMs());
      const data = { bookingId: 'bkg_1', note: type };
      return appendEvent(db, parts.seal, {
        organisationId,
        environment,
        type,
        at,
        bookingId: 'bkg_1',
        version: 1,
        data,
      });
    },
    audit: target =>
      Promise.resolve(db<AuditRow[]>`
        SELECT action, actor, target, before, after FROM audit_entry WHERE target = ${target} ORDER BY at, id LIMIT 1000`),
  };
}
