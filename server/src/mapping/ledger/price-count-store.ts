/** Counts how often the price of a hotel was far from the prices of other providers. */
import type { Database } from '../../platform/database/connect.ts';
import type { ProviderScope } from '../supplied-hotel.ts';

/** Adds one far price and returns their number in the current window. A window starts with its first far price. */
export async function countFarPrice(
  tx: Database,
  { provider, environment }: ProviderScope,
  supplierId: string,
  hours: number,
): Promise<number> {
  const [row] = await tx<{ prices: number }[]>`
    INSERT INTO mapping_price_count AS counted (provider, environment, supplier_id, first_at, prices)
    VALUES (${provider}, ${environment}, ${supplierId}, serai_now(), 1)
    ON CONFLICT (provider, environment, supplier_id) DO UPDATE
    SET first_at = CASE WHEN counted.first_at > serai_now() - ${hours} * interval '1 hour'
        THEN counted.first_at ELSE excluded.first_at END,
      prices = CASE WHEN counted.first_at > serai_now() - ${hours} * interval '1 hour' THEN counted.prices + 1 ELSE 1 END
    RETURNING prices`;
  return row?.prices ?? 0;
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
