/** Counts the stays for which the price of a hotel was far from the prices of other providers, and recent price alarms. */
import type { Database } from '../../platform/database/connect.ts';
import type { ProviderScope } from '../supplied-hotel.ts';

interface FarPrice {
  supplierId: string;
  stay: string;
  organisationId: string;
}

/**
 * Adds a stay and returns the number of different stays and partners in the current window. A window starts with its
 * first far price. `stays` lists each stay with the partner that searched for it. A report is stored only if it adds a
 * stay or a partner to those that are needed, so the list stays short. Requires the lock.
 */
export async function countFarPrice(
  tx: Database,
  { provider, environment }: ProviderScope,
  { supplierId, stay, organisationId }: FarPrice,
  needed: { hours: number; stays: number; partners: number },
): Promise<{ stays: number; partners: number }> {
  const [row] = await tx<{ stays: string[] }[]>`
    SELECT stays FROM mapping_price_count
    WHERE provider = ${provider} AND environment = ${environment} AND supplier_id = ${supplierId}
      AND first_at > serai_now() - ${needed.hours} * interval '1 hour'`;
  const stored = row?.stays ?? [];
  const before = distinct(stored);
  const reported = [...stored, `${stay}${SEPARATOR}${organisationId}`];
  const after = distinct(reported);
  const addsStay = before.stays < needed.stays && after.stays > before.stays;
  const addsPartner = before.partners < needed.partners && after.partners > before.partners;
  if (!addsStay && !addsPartner) return before;
  await tx`
    INSERT INTO mapping_price_count AS counted (provider, environment, supplier_id, first_at, prices, stays)
    VALUES (${provider}, ${environment}, ${supplierId}, serai_now(), ${reported.length}, ${reported}::text[])
    ON CONFLICT (provider, environment, supplier_id) DO UPDATE
    SET first_at = CASE WHEN ${row !== undefined}::boolean THEN counted.first_at ELSE excluded.first_at END,
      prices = excluded.prices, stays = excluded.stays`;
  return after;
}

const SEPARATOR = ' by ';

/** Earlier versions stored no partners. Their reports count as those of one further partner. */
function distinct(reported: readonly string[]): { stays: number; partners: number } {
  const parts = reported.map(each => each.split(SEPARATOR));
  return {
    stays: new Set(parts.map(([stay]) => stay)).size,
    partners: new Set(parts.map(([, partner]) => partner)).size,
  };
}

export async function clearFarPrices(
  tx: Database,
  { provider, environment }: ProviderScope,
  supplierId: string,
): Promise<void> {
  await tx`
    DELETE FROM mapping_price_count
    WHERE provider = ${provider} AND environment = ${environment} AND supplier_id = ${supplierId}`;
}

/**
 * The number of hotels of a provider that price alarms took off sale within the last hour. Reads the hotels of the
 * provider that are in review.
 */
export async function countPriceAlarms(
  tx: Database,
  { provider, environment }: ProviderScope,
): Promise<number> {
  const [row] = await tx<{ alarms: number }[]>`
    SELECT count(*)::integer AS alarms FROM provider_hotel AS current
    JOIN mapping_decision AS decision USING (decision_id)
    WHERE current.provider = ${provider} AND current.environment = ${environment} AND current.outcome = 'REVIEW'
      AND current.alarm = 'PRICE' AND decision.decided_at > serai_now() - interval '1 hour'`;
  return row?.alarms ?? 0;
}
