/** Tells the owners of failing endpoints in time, and stops sending to one that failed for five days. */
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { disableEndpoint } from '../endpoints/endpoint-status-store.ts';
import { type FailingEndpoint, listFailing, lockFailing, tellStage } from './failing-store.ts';

const HOUR_MS = 3_600_000;

/** After so many hours of failures the owner gets the notice of the stage; the last one ends it. */
const STAGES = [
  { afterMs: 24 * HOUR_MS, kind: 'webhook.failing' },
  { afterMs: 96 * HOUR_MS, kind: 'webhook.disabling_soon' },
  { afterMs: 120 * HOUR_MS, kind: 'webhook.disabled' },
] as const;

/** Any number of workers may do so at once. */
export async function watchFailing(db: Database): Promise<void> {
  for (const [stage, { afterMs }] of STAGES.entries()) {
    for (const endpointId of await listFailing(db, stage, afterMs)) {
      await inTransaction(db, async tx => {
        const endpoint = await lockFailing(tx, endpointId, stage, afterMs);
        if (endpoint !== undefined) await tell(tx, endpoint, stage);
      });
    }
  }
}

async function tell(tx: Database, endpoint: FailingEndpoint, stage: number): Promise<void> {
  const { endpoint_id: endpointId, url, last_error: lastError } = endpoint;
  const because = lastError === null ? '' : ` The last attempt: ${lastError}`;
  const kind = STAGES[stage]?.kind;
  if (kind === 'webhook.failing') {
    await tellStage(tx, endpointId, stage + 1, kind, `No event reached ${url} for a day.${because}`);
  } else if (kind === 'webhook.disabling_soon') {
    const text = `No event reached ${url} for four days. It is disabled in a day unless one does.${because}`;
    await tellStage(tx, endpointId, stage + 1, kind, text);
  } else {
    await disableEndpoint(tx, endpointId, `No event reached ${url} for five days.${because}`);
  }
}
