/** What a run over real processes is judged by: the facts of the simulation, own inventory and webhooks. */

import type { Database } from '../../server/src/platform/database/connect.ts';
import type { RunFacts } from '../../server/test/simulation/checkers/run-facts.ts';
import { type Cell, readStoredFacts, type StoredFacts } from './facts-store.ts';
import { judgedSuppliers } from './ledgers.ts';

export interface ClusterFacts extends RunFacts {
  cells: readonly Cell[];
  endpoints: StoredFacts['endpoints'];
  deliveries: StoredFacts['deliveries'];
  /** Ids of events that a receiver took, by the endpoint; undefined where nobody received. */
  received: ReadonlyMap<string, ReadonlySet<string>> | undefined;
}

/** What clients heard, and what only the run itself knows. */
export type Heard = Pick<ClusterFacts, 'answers' | 'feeds' | 'received'>;

export async function clusterFacts(owner: Database, masterKey: Buffer, heard: Heard): Promise<ClusterFacts> {
  const stored = await readStoredFacts(owner);
  return {
    ...stored,
    ...heard,
    nowMs: stored.now.getTime(),
    suppliers: judgedSuppliers(stored, masterKey),
    // Whoever asks in the sandbox means a test, and nobody asks for one in production.
    wantedTestMode: new Map(
      heard.answers.flatMap(({ environment, body: { clientReference } }) =>
        typeof clientReference === 'string' ? [[clientReference, environment === 'sandbox'] as const] : [],
      ),
    ),
  };
}
