import type { Database } from '../../platform/database/connect.ts';
import type { ProviderScope } from '../supplied-hotel.ts';

interface FarPrice {
  supplierId: string;
  stay: string;
}

/**
 * Adds a stay and returns the number of different stays in the current window. A window starts with its first far
 * price. Requires the lock.
 */
export async function countFarPrice(
  tx: Database,
  { provider, environment }: ProviderScope,
  { supplierId, stay }: FarPrice,
  hours: number,
): Promise<number> {
  const [row] = await tx<{ stays: string[] }[]>`
    SELECT stays FROM mapping_price_count
    WHERE provider = ${provider} AND environment = ${environment} AND supplier_id = ${supplierId}
      AND first_at > serai_now() - ${hours} * interval '1 hour'`;
  if (row?.stays.includes(stay)) return row.stays.length;
  const stays = [...(row?.stays ?? []), stay];
  await tx`
    INSERT INTO mapping_price_count AS counted (provider, environment, supplier_id, first_at, prices, stays)
    VALUES (${provider}, ${environment}, ${supplierId}, serai_now(), ${stays.length}, ${stays}::text[])
    ON CONFLICT (provider, environment, supplier_id) DO UPDATE
    SET first_at = CASE WHEN ${row !== undefined}::boolean THEN counted.first_at ELSE excluded.first_at END,
      prices = excluded.prices, stays = excluded.stays`;
  return stays.length;
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
