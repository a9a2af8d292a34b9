/** Caches the connections of partners for a few seconds, because every search needs them. */
import { ReadThroughCache } from '../../../platform/cache/read-through-cache.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, DatabasePool } from '../../../platform/database/connect.ts';
import type { Providers } from '../../provider.ts';
import { type Connections, connectedProviders } from './connection.ts';
import { listEffectiveConnections } from './connection-store.ts';

const TTL_MS = 5_000;
const MAX_ORGANISATIONS = 10_000;

export class OrganisationConnections extends ReadThroughCache<Connections> {
  /** Sees the connections of all partners. */
  readonly db: Database;

  constructor({ pool, clock }: { pool: Pick<DatabasePool, 'asService'>; clock: Clock }) {
    const db = pool.asService("The operator's provider connections serve all partners.");
    super({
      clock,
      ttlMs: TTL_MS,
      maxEntries: MAX_ORGANISATIONS,
      read: partnerId => listEffectiveConnections(db, partnerId),
    });
    this.db = db;
  }
}

interface SellingParts {
  providers: Providers;
  connections: Pick<OrganisationConnections, 'find'>;
}

/** Returns the parts with only the providers that the partner sells from. */
export async function sellingParts<Parts extends SellingParts>(
  parts: Parts,
  organisationId: string,
): Promise<Parts> {
  const connections = await parts.connections.find(organisationId);
  if (connections.size === 0) return parts;
  return { ...parts, providers: connectedProviders(parts.providers, connections) };
}
