import { MCP_ROUTE } from '@serai/contract/agents/mcp-route.ts';
import { OPERATIONS } from '@serai/contract/operations.ts';
import type { Exchange } from '../src/gateway/exchange.ts';
import type { Outcome } from '../src/gateway/records/log-row.ts';
import { createRecords, type RecordSettings, type Records } from '../src/gateway/records/records.ts';
import type { Clock } from '../src/platform/clock.ts';
import type { Database } from '../src/platform/database/connect.ts';
import { createLog } from '../src/platform/log.ts';
import { createMetrics } from '../src/platform/metrics.ts';
import { finishedExchange } from './finished-exchange.ts';

export const SUCCESS: Outcome = { status: 200, bytesOut: 10, totalMs: 5, answerBody: '{}' };
export const FAILURE: Outcome = { ...SUCCESS, status: 500, code: 'INTERNAL_ERROR', answerBody: undefined };
export const REFUSAL: Outcome = { ...SUCCESS, status: 401, code: 'UNAUTHORIZED', answerBody: undefined };

export interface RecordsUnderTest extends Records {
  recordMany(count: number, outcome: Outcome, members?: Partial<Exchange>): void;
  metric(series: string): number;
}

export function recordsOn(
  db: Database,
  clock: Clock,
  settings: Partial<RecordSettings> = {},
): RecordsUnderTest {
  const metrics = createMetrics();
  const log = createLog('silent');
  const records = createRecords({
    db,
    clock,
    log,
    metrics,
    operations: [...OPERATIONS, MCP_ROUTE],
    settings,
  });
  return {
    ...records,
    recordMany(count, outcome, members) {
      for (let i = 0; i < count; i++) records.record(finishedExchange(clock, members), outcome);
    },
    metric(series) {
      const lines = metrics.render().split('\n');
      return Number(lines.find(line => line.startsWith(`${series} `))?.slice(series.length + 1));
    },
  };
}
