/** Connects pricing with the areas that it needs to know about: partners, the catalogue and bookings. */
import { findFxMargin, findOrganisation } from '../account/organisation-store.ts';
import type { Clock } from '../platform/clock.ts';
import type { DatabasePool } from '../platform/database/connect.ts';
import type { Log } from '../platform/log.ts';
import type { Stops } from '../platform/stops.ts';
import { LiveRules } from '../pricing/live-rules.ts';

interface RuleParts {
  pool: DatabasePool;
  clock: Clock;
  log: Log;
  stops: Stops;
}

export async function startPricingRules({ pool, clock, log, stops }: RuleParts): Promise<LiveRules> {
  const rules = new LiveRules({
    db: pool.asService('Pricing rules belong to the operator and concern all partners.'),
    companies: {
      groupsOf: async (db, partnerId) => (await findOrganisation(db, partnerId))?.groups ?? [],
      fxMarginPercent: findFxMargin,
    },
    clock,
    log,
  });
  await rules.start();
  stops.add('pricing rules', () => rules.stop());
  return rules;
}
