/**
 * The facts that a run with real processes is checked against: those of the simulation, own inventory and
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
  /** Received event ids by endpoint; undefined if the run had no receiver. */
  received: ReadonlyMap<string, ReadonlySet<string>> | undefined;
}

/** What the clients saw, which only the run itself knows. */
export type Heard = Pick<ClusterFacts, 'answers' | 'feeds' | 'received'>;

export async function clusterFacts(owner: Database, masterKey: Buffer, heard: Heard): Promise<ClusterFacts> {
  const stored = await readStoredFacts(owner);
  return {
    ...stored,
    ...heard,
    nowMs: stored.now.getTime(),
    suppliers: judgedSuppliers(stored, masterKey),
    // Every sandbox request asks for a test booking, and no production request does.
    wantedTestMode: new Map(
      heard.answers.flatMap(({ environment, body: { clientReference } }) =>
        typeof clientReference === 'string' ? [[clientReference, environment === 'sandbox'] as const] : [],
      ),
    ),
  };
}
