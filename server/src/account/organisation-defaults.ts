/** The default values of a partner, used for requests that omit them. */
import { ReadThroughCache } from '../platform/cache/read-through-cache.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, DatabasePool } from '../platform/database/connect.ts';
import { getOrganisation } from './organisation-store.ts';

const TTL_MS = 5_000;
const MAX_ORGANISATIONS = 10_000;

export interface Defaults {
  nationality: string;
  currency: string;
  language: string;
}

export class OrganisationDefaults extends ReadThroughCache<Defaults> {
  constructor({ pool, clock }: { pool: Pick<DatabasePool, 'forPartner'>; clock: Clock }) {
    super({
      clock,
      ttlMs: TTL_MS,
      maxEntries: MAX_ORGANISATIONS,
      read: organisationId =>
        readDefaults(pool.forPartner({ organisationId, environment: null }), organisationId),
    });
  }
}

async function readDefaults(db: Database, organisationId: string): Promise<Defaults> {
  const found = await getOrganisation(db, organisationId);
  const { nationality, currency, language } = found;
  return { nationality, currency, language };
}
