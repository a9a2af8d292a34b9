/** Notifies the owners of failing endpoints and disables endpoints that have failed for five days. */
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { disableEndpoint } from '../endpoints/endpoint-status-store.ts';
import { STAGES } from './failing-stages.ts';
import { type FailingEndpoint, insertStageNotice, listFailing, lockFailing } from './failing-store.ts';

/** Any number of workers may run this concurrently. */
export async function watchFailing(db: Database): Promise<void> {
  for (const [stage, { afterMs }] of STAGES.entries()) {
    for (const endpointId of await listFailing(db, stage, afterMs)) {
      await inTransaction(db, async tx => {
        const endpoint = await lockFailing(tx, endpointId, stage, afterMs);
        if (endpoint !== undefined) await notify(tx, endpoint, stage);
      });
    }
  }
}

async function notify(tx: Database, endpoint: FailingEndpoint, stage: number): Promise<void> {
  const { endpoint_id: endpointId, url, last_error: lastError } = endpoint;
  const because = lastError === null ? '' : ` Last attempt: ${lastError}`;
  const kind = STAGES[stage]?.kind;
  if (kind === 'webhook.failing') {
    await insertStageNotice(
      tx,
      endpointId,
      stage + 1,
      kind,
      `No event has reached ${url} for a day.${because}`,
    );
  } else if (kind === 'webhook.disabling_soon') {
    const text = `No event has reached ${url} for four days. The endpoint will be disabled in a day unless a delivery succeeds.${because}`;
    await insertStageNotice(tx, endpointId, stage + 1, kind, text);
  } else {
    await disableEndpoint(tx, endpointId, `No event has reached ${url} for five days.${because}`);
  }
}
