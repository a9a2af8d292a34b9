/** Stores a page of a supplier's content. It never changes the catalogue. */
import { createHash } from 'node:crypto';
import type { SuppliedHotel } from '../../booking/port/supplied-content.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { findAlarm } from '../ledger/content-alarms.ts';
import { lockMappings } from '../ledger/decision-store.ts';
import { raiseAlarm } from '../ledger/raise-alarm.ts';
import { NORMAL_FORM_VERSION, normalFormOf } from '../normal-form/normal-form.ts';
import type { ContentPage, ProviderScope } from '../supplied-hotel.ts';
import {
  findKnownHotels,
  markGone,
  markSeen,
  type NewContent,
  writeContent,
} from './supplier-hotel-store.ts';

export interface StoredPage {
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
  /** Mapped hotels that were taken off sale because of their new content. */
  alarms: number;
}

/** A page is one transaction, so a repeated page has no further effect. */
export function storeSuppliedHotels(
  db: Database,
  scope: ProviderScope,
  page: ContentPage,
): Promise<StoredPage> {
  // A supplier may repeat a hotel within a page. The last one counts.
  const hotels = [...new Map(page.hotels.map(hotel => [hotel.supplierId, hotel])).values()];
  return inTransaction(db, async tx => {
    await lockMappings(tx, scope);
    const known = new Map(
      (
        await findKnownHotels(
          tx,
          scope,
          hotels.map(({ supplierId }) => supplierId),
        )
      ).map(hotel => [hotel.supplierId, hotel]),
    );
    const result: StoredPage = { added: 0, changed: 0, unchanged: 0, removed: 0, alarms: 0 };
    const written: NewContent[] = [];
    const seen: string[] = [];
    for (const hotel of hotels) {
      const before = known.get(hotel.supplierId);
      const content = contentOf(hotel);
      if (before?.digest === content.digest) {
        seen.push(hotel.supplierId);
        continue;
      }
      written.push(content);
      result[before === undefined ? 'added' : 'changed'] += 1;
      const alarm =
        before === undefined || before.soldAs === null
          ? undefined
          : findAlarm(before.normalForm, content.normalForm);
      if (alarm === undefined) continue;
      await raiseAlarm(tx, scope, hotel.supplierId, alarm);
      result.alarms += 1;
    }
    result.unchanged = seen.length;
    if (written.length > 0) await writeContent(tx, scope, written, NORMAL_FORM_VERSION);
    if (seen.length > 0) await markSeen(tx, scope, seen);
    const returned = hotels.flatMap(({ supplierId }) => (known.get(supplierId)?.isGone ? [supplierId] : []));
    if (returned.length > 0) await markGone(tx, scope, returned, false);
    if (page.removed.length > 0) result.removed = await markGone(tx, scope, page.removed, true);
    return result;
  });
}

function contentOf(hotel: SuppliedHotel): NewContent {
  const digest = createHash('sha256').update(JSON.stringify(hotel)).digest('hex');
  return {
    supplierId: hotel.supplierId,
    digest,
    name: hotel.name,
    countryCode: hotel.address.countryCode?.toUpperCase() ?? null,
    normalForm: normalFormOf(hotel),
    content: hotel,
  };
}
