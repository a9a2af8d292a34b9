import { getOperator } from '../account/organisation-store.ts';
import type { VoucherSources } from '../booking/voucher/issue-voucher.ts';
import { findHotelSheet } from '../content/catalogue/hotel-sheet-store.ts';
import { ReadThroughCache } from '../platform/cache/read-through-cache.ts';
import type { Clock } from '../platform/clock.ts';
import type { DatabasePool } from '../platform/database/connect.ts';

const TTL_MS = 5_000;

export function voucherSources({
  database: { pool },
  clock,
}: {
  database: { pool: Pick<DatabasePool, 'asService'> };
  clock: Clock;
}): VoucherSources {
  const db = pool.asService("Vouchers of all partners show the operator's emergency contact.");
  const issuers = new ReadThroughCache({
    clock,
    ttlMs: TTL_MS,
    maxEntries: 1,
    async read() {
      const { name, emergencyContact } = await getOperator(db);
      return { name, emergencyContact };
    },
  });
  return { findHotelSheet, findIssuer: () => issuers.find('operator') };
}
