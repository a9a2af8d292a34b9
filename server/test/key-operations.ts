/**
 * The key operations on a real database, called as the listener calls them. Input and output are validated against the
 * contract.
 */
import { randomBytes } from 'node:crypto';
import type { key } from '@serai/contract/account/key.ts';
import { expect } from 'vitest';
import type { z } from 'zod';
import { recordAudit } from '../src/account/audit-store.ts';
import type { KeyOperationParts } from '../src/gateway/operations/keys/key-operation-parts.ts';
import { ApiError } from '../src/platform/api-error.ts';
import { systemClock } from '../src/platform/clock.ts';
import type { Database } from '../src/platform/database/connect.ts';
import { newId } from '../src/platform/ids/ids.ts';
import type {
  OperatorContext,
  OperatorHandler,
} from '../src/platform/operations/operator/operator-handler.ts';
import { validate } from '../src/platform/operations/validate.ts';
import { testDatabase } from './database.ts';

export type Key = z.output<typeof key>;

export interface KeyAnswer {
  key: Key;
  secret: string;
}

type MakeHandler = (parts: KeyOperationParts) => OperatorHandler;

export interface KeyOperationsUnderTest {
  db: Database;
  parts: KeyOperationParts;
  /** The number of times the node was asked to apply changes. */
  refreshed(): number;
  newOrganisation(): Promise<string>;
  context(organisationId: string, more?: Partial<OperatorContext>): OperatorContext;
  call<T>(make: MakeHandler, context: OperatorContext, input: object): Promise<T>;
  /** Returns the audit entries of a key, oldest first. */
  audit(keyId: string): Promise<AuditRow[]>;
  drop(): Promise<void>;
}

interface AuditRow {
  action: string;
  actor: string;
  organisation_id: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  address: string | null;
  request_id: string | null;
}

export async function keyOperations(more: Partial<KeyOperationParts> = {}): Promise<KeyOperationsUnderTest> {
  const { pool, db, drop } = await testDatabase();
  let refreshes = 0;
  const parts: KeyOperationParts = {
    clock: systemClock,
    recordAudit,
    refreshKeys: async () => {
      refreshes++;
    },
    cursorKey: randomBytes(32),
    maxKeyLifetimeDays: async () => null,
    ...more,
  };
  return {
    db,
    parts,
    drop,
    refreshed: () => refreshes,
    async newOrganisation() {
      const id = newId('prt');
      await db`INSERT INTO organisation (id, name) VALUES (${id}, 'Test')`;
      return id;
    },
    context: (organisationId, given) => ({
      db: pool.forPartner({ organisationId, environment: null }),
      requestId: newId('req'),
      actor: 'ana@example.com',
      role: 'owner',
      organisationId,
      partnerId: organisationId,
      address: '203.0.113.7',
      confirmed: true,
      cookies: [],
      ...given,
    }),
    async call<T>(make: MakeHandler, context: OperatorContext, input: object) {
      const { operation, run } = make(parts);
      const answer = await run(context, validate(operation.input, input) as never);
      return operation.output.parse(answer) as T;
    },
    audit: keyId =>
      Promise.resolve(db<AuditRow[]>`
        SELECT action, actor, organisation_id, before, after, address, request_id
        FROM audit_entry WHERE target = ${keyId} ORDER BY at, id LIMIT 1000`),
  };
}

export async function refusal(call: Promise<unknown>): Promise<ApiError> {
  const thrown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(ApiError);
  return thrown as ApiError;
}
