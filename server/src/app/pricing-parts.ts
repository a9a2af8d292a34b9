/** Connects pricing with the areas that it depends on: partners, the catalogue and bookings. */
import { recordAudit } from '../account/audit-store.ts';
import { findFxMargin, findOrganisation, findUnknownPartners } from '../account/organisation-store.ts';
import type { BookingCore } from '../booking/open-booking.ts';
import { soldOffers } from '../booking/operations/operator/sold-offers.ts';
import {
  findUnknownChains,
  findUnknownHotels,
  findUnknownPlaces,
} from '../content/catalogue/known-values-store.ts';
import { readHotelsForSale } from '../content/for-sale/for-sale-store.ts';
import { toHotelForSale } from '../content/for-sale/hotel-for-sale.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, DatabasePool } from '../platform/database/connect.ts';
import type { Log } from '../platform/log.ts';
import type { OperatorHandler } from '../platform/operations/operator/operator-handler.ts';
import type { Stops } from '../platform/stops.ts';
import { LiveRules } from '../pricing/live-rules.ts';
import { pricingHandlers } from '../pricing/operations/pricing-handlers.ts';
import type { PricingParts } from '../pricing/operations/pricing-parts.ts';

interface RuleParts {
  pool: DatabasePool;
  clock: Clock;
  log: Log;
  stops: Stops;
}

export async function startPricingRules({ pool, clock, log, stops }: RuleParts): Promise<LiveRules> {
  const rules = new LiveRules({
    db: pool.asService('Pricing rules belong to the operator and apply to all partners.'),
    companies: {
      groupsOf,
      fxMarginPercent: findFxMargin,
    },
    clock,
    log,
  });
  await rules.start();
  stops.add('pricing rules', () => rules.stop());
  return rules;
}

async function groupsOf(db: Database, partnerId: string): Promise<readonly string[]> {
  return (await findOrganisation(db, partnerId))?.groups ?? [];
}

interface OperationParts {
  booking: BookingCore;
  pricingRules: LiveRules;
  cursorKey: Buffer;
  clock: Clock;
}

export function pricingOperations({
  booking,
  pricingRules,
  cursorKey,
  clock,
}: OperationParts): OperatorHandler[] {
  return pricingHandlers({
    rules: pricingRules,
    known: knownValues(() => [...booking.providers.list(true), ...booking.providers.list(false)]),
    sold: soldOffers(booking, {
      groupsOf,
      async findHotels(db, environment, hotelIds) {
        const rows = await readHotelsForSale(db, environment, hotelIds);
        return new Map(rows.map(row => [row.requestedId, toHotelForSale(row)]));
      },
    }),
    recordAudit,
    cursorKey,
    clock,
  });
}

function knownValues(providers: () => readonly { code: string }[]): PricingParts['known'] {
  return {
    async listUnknown(db, conditions) {
      const { partners = [], partnerGroups = [], hotels = [], chains = [], places = [] } = conditions;
      const companies = await findUnknownPartners(db, { partners, groups: partnerGroups });
      const codes = new Set(providers().map(({ code }) => code));
      const unknown = {
        partners: companies.partners,
        partnerGroups: companies.groups,
        providers: (conditions.providers ?? []).filter(code => !codes.has(code)),
        hotels: hotels.length === 0 ? [] : await findUnknownHotels(db, hotels),
        chains: chains.length === 0 ? [] : await findUnknownChains(db, chains),
        places: places.length === 0 ? [] : await findUnknownPlaces(db, places),
      };
      return Object.entries(unknown).flatMap(([condition, values]) =>
        values.map(value => ({ condition: condition as keyof typeof unknown, value })),
      );
    },
  };
}
