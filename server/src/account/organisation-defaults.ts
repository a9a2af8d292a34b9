/** What requests of an organisation take when they do not say. */
import type { Clock } from '../platform/clock.ts';
import type { Database, DatabasePool } from '../platform/database/connect.ts';
import { ShortMemory } from '../platform/memory/short-memory.ts';
import { getOrganisation } from './organisation-store.ts';

const KEPT_MS = 5_000;
const MAX_ORGANISATIONS = 10_000;

export interface Defaults {
  nationality: string;
  currency: string;
  language: string;
}

export class OrganisationDefaults extends ShortMemory<Defaults> {
  constructor({ pool, clock }: { pool: Pick<DatabasePool, 'forPartner'>; clock: Clock }) {
    super({
      clock,
      keptMs: KEPT_MS,
      maxEntries: MAX_ORGANISATIONS,
      read: organisationId =>
        readDefaults(pool.forPartner({ organisationId, environment: null }), organisationId),
    });
  }
}

async function readDefaults(db: Database, organisationId: string): Promise<Defaults> {
  const found = await getOrganisation(db, organisationId);
  const { defaultNationality, defaultCurrency, defaultLanguage } = found;
  return { nationality: defaultNationality, currency: defaultCurrency, language: defaultLanguage };
}
