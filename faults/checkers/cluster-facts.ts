/**
 * The facts for checking a run with real processes: those that the simulation collects, own inventory and
 * webhooks.
 */

import type { Database } from '../../server/src/platform/database/connect.ts';
import type { RunFacts } from '../../server/test/simulation/checkers/run-facts.ts';
import { type Cell, readStoredFacts, type StoredFacts } from './facts-store.ts';
import { judgedSuppliers } from './ledgers.ts';

export interface ClusterFacts extends RunFacts {
  cells: readonly Cell[];
  endpoints: StoredFacts['endpoints'];
  deliveries: StoredFacts['deliveries'];
  /** Received event ids by endpoint, or undefined if the run had no receiver. */
  received: ReadonlyMap<string, ReadonlySet<string>> | undefined;
}

/** What the clients received. This data is not in the database. */
export type Heard = Pick<ClusterFacts, 'answers' | 'feeds' | 'received'>;

export async function clusterFacts(owner: Database, masterKey: Buffer, heard: Heard): Promise<ClusterFacts> {
  const stored = await readStoredFacts(owner);
  return {
    ...stored,
    ...heard,
    nowMs: stored.now.getTime(),
    suppliers: judgedSuppliers(stored, masterKey),
    // All sandbox requests want a test booking, and no production request does.
    wantedTestMode: new Map(
      heard.answers.flatMap(({ environment, body: { clientReference } }) =>
        typeof clientReference === 'string' ? [[clientReference, environment === 'sandbox'] as const] : [],
      ),
    ),
  };
}
