/**
 * Assembles the gateway: everything between a client's request and the forwarded request, and the operator operations
 * on keys and usage.
 */
import { UCP_MCP_PATH } from '@serai/contract/agents/ucp/ucp-route.ts';
import type { Route } from '@serai/contract/operation.ts';
import type { Admission } from '../platform/admission/admission.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, DatabasePool, ServiceDatabase } from '../platform/database/connect.ts';
import { withDeadline } from '../platform/deadline.ts';
import { every } from '../platform/every.ts';
import type { AddressList } from '../platform/http/address-list.ts';
import type { BodyReads } from '../platform/http/body-reads.ts';
import type { RequestListener } from '../platform/http/http-server.ts';
import type { PlainPages } from '../platform/http/plain-pages.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { RecordAudit } from '../platform/operations/operator/audit-entry.ts';
import type { OperatorContext, OperatorHandler } from '../platform/operations/operator/operator-handler.ts';
import type { TryCall } from '../platform/operations/try-call.ts';
import type { Seal } from '../platform/secrets/seal.ts';
import { type AskBackend, askBackend } from './forward/ask-backend.ts';
import type { Forward } from './forward/forward.ts';
import { gatewayHandlers } from './gateway-handlers.ts';
import { gatewayListener } from './gateway-listener.ts';
import { KeyCache } from './keys/key-cache.ts';
import { KeyDirectory } from './keys/key-directory.ts';
import { KeyEpoch } from './keys/key-epoch.ts';
import {
  deleteOldKeyChanges,
  findKeyRecords,
  prepareKeyReads,
  readKeyChanges,
} from './keys/key-read-store.ts';
import { KeyReader } from './keys/key-reader.ts';
import { type LimiterChoice, type OpenLimiter, openLimiter } from './limits/open-limiter.ts';
import { addKey } from './operations/keys/keys-create.ts';
import type { ListConfirmed } from './operations/usage/usage-funnel.ts';
import { createPipeline } from './pipeline.ts';
import { addGauges } from './records/gateway-metrics.ts';
import { type SendLimitNotices, sendLimitNotices } from './records/limit-alerts.ts';
import { createRecords, type RecordSettings, type Records } from './records/records.ts';
import { SigningKeys } from './token/signing-keys.ts';
import { TokenMinter } from './token/token-minter.ts';
import { tryCalls } from './try-call.ts';

const UPKEEP_MS = 3_600_000;
const KEYS_READY_MS = 2_000;

export interface GatewayParts {
  operations: readonly Route[];
  /** The values of `Origin` that the MCP endpoint accepts. */
  mcpOrigins?: readonly string[];
  /** For data that belongs to one organisation. Operator operations have their own database handle. */
  pool: Pick<DatabasePool, 'forPartner'>;
  /** For request records, counters and signing keys, which all organisations share. */
  db: Database;
  /** Used only for key records and key changes. */
  keyDb: ServiceDatabase;
  limiter: LimiterChoice;
  seal: Seal;
  cursorKey: Buffer;
  records: Partial<RecordSettings> & Pick<RecordSettings, 'retentionDays'>;
  trustedProxies: AddressList | undefined;
  maxKeys: number;
  /** How long a key may be used after it was last known to be current. */
  keyStaleMs: number;
  recordAudit: RecordAudit;
  listConfirmed: ListConfirmed;
  tellLimits: SendLimitNotices;
  maxKeyLifetimeDays: (db: Database, organisationId: string) => Promise<number | null>;
  admission: Pick<Admission, 'check' | 'enter' | 'leave' | 'reject'>;
  bodies: BodyReads;
  /** The rows that the other threads of the process dropped from the request log. Default: none. */
  rowsDroppedElsewhere?: (() => Promise<number>) | undefined;
  metrics: Metrics;
  clock: Clock;
  log: Log;
}

export interface Gateway {
  signingKeys: SigningKeys;
  keyEpoch: KeyEpoch;
  limiter: OpenLimiter;
  records: Records;
  /** The number of rows that all threads of the process have dropped from the request log. */
  droppedRows(): Promise<number>;
  operatorHandlers: OperatorHandler[];
  /** Creates a key for Serai itself, which is left out of lists, usage and errors. */
  addOwnKey(
    context: OperatorContext,
    purpose: 'TRY' | 'CERTIFICATION',
    input: Parameters<typeof addKey>[2],
  ): ReturnType<typeof addKey>;
  listener(forward: Forward, pages: PlainPages): RequestListener;
  /** Calls the API without a socket, for people who try the API in the dashboard. */
  tryCalls(forward: Forward): TryCall;
  askBackend(forward: Forward): AskBackend;
  start(): Promise<void>;
  /** Must be called after the last response has been sent. */
  stop(): Promise<void>;
}

export function createGateway(parts: GatewayParts): Gateway {
  const { db, keyDb, clock, log, operations, metrics, admission } = parts;
  const cache = new KeyCache(clock, parts.maxKeys);
  const epoch = new KeyEpoch({ cache, clock, log, read: since => readKeyChanges(keyDb, since) });
  const reader = new KeyReader({ cache, clock, read: ids => findKeyRecords(keyDb, ids) });
  const directory = new KeyDirectory({ cache, epoch, reader, clock, maxStaleMs: parts.keyStaleMs });
  const signingKeys = new SigningKeys({ db, seal: parts.seal, clock, log });
  const minter = new TokenMinter(() => signingKeys.current(), clock);
  const limiter = openLimiter(parts.limiter, { db, metrics, clock, log });
  const records = createRecords({
    db,
    clock,
    log,
    metrics,
    operations,
    settings: parts.records,
    sendLimitAlerts: alerts => sendLimitNotices(parts.pool, alerts, parts.tellLimits),
  });
  const droppedRows = async () => records.state().droppedRows + ((await parts.rowsDroppedElsewhere?.()) ?? 0);
  addGauges(metrics, { cache, epoch, limiter });

  const upkeep = every(
    clock,
    UPKEEP_MS,
    () => deleteOldKeyChanges(db),
    error => log.warn({ err: error }, 'old key changes could not be deleted'),
  );

  const routes = routesOf(operations);
  const pipelineTo = (forward: Forward, trustedProxies: AddressList | undefined) =>
    createPipeline({
      routes,
      mcpOrigins: parts.mcpOrigins ?? [],
      directory,
      cache,
      limiter: limiter.limiter,
      admission,
      minter,
      forward,
      trustedProxies,
      clock,
    });

  const keyParts = {
    clock,
    recordAudit: parts.recordAudit,
    refreshKeys: () => epoch.refresh(),
    cursorKey: parts.cursorKey,
    maxKeyLifetimeDays: parts.maxKeyLifetimeDays,
  };

  return {
    signingKeys,
    keyEpoch: epoch,
    limiter,
    records,
    droppedRows,
    addOwnKey: (context, purpose, input) => addKey(keyParts, context, input, purpose),
    operatorHandlers: gatewayHandlers({
      ...keyParts,
      limiter: limiter.limiter,
      retentionDays: parts.records.retentionDays,
      droppedRows,
      listConfirmed: parts.listConfirmed,
    }),
    listener(forward, pages) {
      return gatewayListener({
        pipeline: pipelineTo(forward, parts.trustedProxies),
        pages,
        records,
        bodies: parts.bodies,
        clock,
        log,
        hasUcp: routes.has(UCP_MCP_PATH),
      });
    },
    // The person's address is already known, so forwarding headers are ignored.
    tryCalls: forward => tryCalls({ pipeline: pipelineTo(forward, undefined), records, clock, log }),
    askBackend: forward => askBackend({ forward, minter, clock }),
    async start() {
      // If the database is slow, startup continues and only the first key reads take longer.
      await withDeadline(keyDb.keepReady(prepareKeyReads), KEYS_READY_MS, clock).catch(() => {});
      await Promise.all([epoch.start(), signingKeys.start(), limiter.start(), records.start()]);
    },
    async stop() {
      epoch.stop();
      await Promise.all([upkeep.stop(), signingKeys.stop(), records.stop(), limiter.stop()]);
    },
  };
}

function routesOf(operations: readonly Route[]): Map<string, Route> {
  return new Map(
    operations.flatMap(operation =>
      [operation.path, ...operation.aliases].map(path => [path, operation] as const),
    ),
  );
}
