/**
 * Records a finished request: metrics, usage, the last use of its secret, and a row in the request log. It runs for
 * every request and must be fast. Rows are serialised and written later, in batches.
 */
import { MCP_PATH, mcpAnswerLog, mcpRequestLog } from '@serai/contract/agents/mcp-route.ts';
import {
  UCP_MCP_PATH,
  UCP_PREFIX,
  ucpAnswerLog,
  ucpMcpAnswerLog,
  ucpMcpRequestLog,
  ucpRequestLog,
} from '@serai/contract/agents/ucp/ucp-route.ts';
import { answerBody, type Operation, type Route } from '@serai/contract/operation.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { Exchange } from '../exchange.ts';
import type { BodyShapes } from './bodies/log-bodies.ts';
import { logShape } from './bodies/log-shape.ts';
import { createGatewayMetrics, type GatewayMetrics, type OperationMetrics } from './gateway-metrics.ts';
import { LastUse } from './last-use.ts';
import { LimitAlerts, type SendLimitAlerts } from './limit-alerts.ts';
import { ensureDaysOf, logDays } from './log-days.ts';
import type { Outcome } from './log-row.ts';
import { RequestLog } from './request-log.ts';
import { insertLogRows } from './request-log-store.ts';
import { NO_OPERATION, Usage } from './usage/usage.ts';

export interface RecordSettings {
  /** Number of days for which the request log is kept. Older days are dropped as whole partitions. */
  retentionDays: number;
  usageDays: number;
  sampleEvery: number;
  maxRowsPerSecond: number;
  maxBodiesPerSecond: number;
}

export const RECORD_DEFAULTS: RecordSettings = {
  retentionDays: 30,
  usageDays: 400,
  sampleEvery: 100,
  maxRowsPerSecond: 2_000,
  maxBodiesPerSecond: 200,
};

/** A fault that affects every request must not fill the process log. */
const REPORT_EVERY_MS = 60_000;

export interface Records {
  /** Never throws and never waits. A request that cannot be logged counts as a dropped row. */
  record(exchange: Exchange, outcome: Outcome): void;
  /** Creates the partitions of the log and starts writing periodically. Never throws. */
  start(): Promise<void>;
  /** Writes everything and waits at most a few seconds for the database. */
  stop(): Promise<void>;
  /** Writes immediately. Only tests use it. */
  flush(): Promise<void>;
  state(): { bufferedRows: number; droppedRows: number; droppedBodies: number };
}

interface RecordsParts {
  db: Database;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  operations: readonly Route[];
  settings?: Partial<RecordSettings>;
  sendLimitAlerts?: SendLimitAlerts;
}

interface Slot {
  name: string;
  metrics: OperationMetrics;
  shapes: () => BodyShapes | undefined;
}

export function createRecords(parts: RecordsParts): Records {
  const { db, clock, log, operations } = parts;
  const settings = { ...RECORD_DEFAULTS, ...parts.settings };
  const names = operations.map(({ name }) => name);
  const metrics = createGatewayMetrics(parts.metrics, names);
  const slots = slotsOf(operations, metrics);
  const noSlot = slots.get(undefined) as Slot;
  const usage = new Usage({ db, clock, log });
  const lastUse = new LastUse({ db, clock, log });
  const days = logDays({ db, clock, log, settings });
  const requestLog = new RequestLog({
    insert: rows => insertLogRows(db, rows),
    ensureDays: timesMs => ensureDaysOf(db, timesMs),
    clock,
    log,
    settings,
    onDroppedRows: metrics.rowsDropped,
    onDroppedBody: metrics.bodyDropped,
  });
  const alerts = new LimitAlerts({ send: parts.sendLimitAlerts ?? (async () => {}), clock, log });
  const writers = [requestLog, usage.rows, lastUse.rows, alerts.flusher];

  const slotOf = ({ operation }: Exchange) => slots.get(operation) ?? noSlot;

  function count(exchange: Exchange, outcome: Outcome): void {
    const { record, secretId } = exchange;
    const slot = slotOf(exchange);
    slot.metrics.observe(record?.environment, outcome.status, outcome.totalMs, exchange.backendMs);
    if (record === undefined) return;
    if (secretId !== undefined) lastUse.note(secretId, exchange);
    if (secretId !== undefined && !record.isOwn) {
      usage.add(record, slot.name, outcome.status, exchange.arrivedAtMs, outcome.totalMs);
      if (exchange.decision !== undefined) alerts.note(record, exchange.decision, exchange.arrivedAtMs);
    }
  }

  let reportAgainAtMs = Number.NEGATIVE_INFINITY;
  let failures = 0;
  function report(error: unknown, { requestId }: Exchange): void {
    failures++;
    const nowMs = clock.monotonicMs();
    if (nowMs < reportAgainAtMs) return;
    reportAgainAtMs = nowMs + REPORT_EVERY_MS;
    log.error({ requestId, failures, err: error }, 'a request could not be recorded');
    failures = 0;
  }

  return {
    // The response has not been sent yet, and it may confirm a booking, so no error may leave this function. A request
    // that cannot be logged is still counted, and the other way round.
    record(exchange, outcome) {
      try {
        count(exchange, outcome);
      } catch (error) {
        report(error, exchange);
      }
      const { record } = exchange;
      if (record === undefined) return;
      try {
        requestLog.add(exchange, record, outcome, slotOf(exchange).shapes);
      } catch (error) {
        requestLog.dropRow();
        report(error, exchange);
      }
    },
    async start() {
      await days.flush();
      days.start();
      for (const writer of writers) writer.start();
    },
    async stop() {
      await Promise.all(writers.map(writer => writer.stop()));
      days.cancel();
    },
    async flush() {
      await Promise.all(writers.map(writer => writer.flush()));
    },
    state: () => requestLog.state(),
  };
}

function slotsOf(operations: readonly Route[], metrics: GatewayMetrics): Map<Route | undefined, Slot> {
  const none: Slot = { name: NO_OPERATION, metrics: metrics.of(undefined), shapes: () => undefined };
  const slots = new Map<Route | undefined, Slot>([[undefined, none]]);
  for (const operation of operations) {
    const { name } = operation;
    slots.set(operation, { name, metrics: metrics.of(name), shapes: once(() => shapesOf(operation)) });
  }
  return slots;
}

function shapesOf(route: Route): BodyShapes {
  if (route.path === MCP_PATH) return { input: logShape(mcpRequestLog), answer: logShape(mcpAnswerLog) };
  if (route.path === UCP_MCP_PATH)
    return { input: logShape(ucpMcpRequestLog), answer: logShape(ucpMcpAnswerLog) };
  if (route.path.startsWith(UCP_PREFIX))
    return { input: logShape(ucpRequestLog), answer: logShape(ucpAnswerLog) };
  const operation = route as Operation;
  return { input: logShape(operation.input), answer: logShape(answerBody(operation)) };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
