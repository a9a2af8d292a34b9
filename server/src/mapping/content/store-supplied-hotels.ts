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
import { keepDetails } from './keep-details.ts';
import {
  findContents,
  findKnownHotels,
  type KnownHotel,
  markGone,
  markSeen,
  type NewContent,
  writeContent,
  writeTexts,
} from './supplier-hotel-store.ts';

export interface StoredPage {
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
  /** Hotels that had been removed and that the supplier lists again. */
  returned: number;
  /** Mapped hotels that were taken off sale because of their new content. */
  alarms: number;
}

/** The run that read a page. Hotels that a full run has not seen are removed afterwards. */
export interface PageSource {
  run: number;
  /** Whether the page contains only part of each hotel, because the details are read separately. */
  hasDetails: boolean;
}

/** Stores a page in one transaction. Storing the same page again has no further effect. */
export function storeSuppliedHotels(
  db: Database,
  scope: ProviderScope,
  page: ContentPage,
  source: PageSource = { run: 0, hasDetails: false },
): Promise<StoredPage> {
  return inTransaction(db, async tx => {
    await lockMappings(tx, scope);
    return writePage(tx, scope, page, source);
  });
}

/** Requires the lock on the mappings of the provider. */
export async function writePage(
  tx: Database,
  scope: ProviderScope,
  page: ContentPage,
  { run, hasDetails }: PageSource,
): Promise<StoredPage> {
  // A supplier may repeat a hotel within a page. The last entry counts.
  const hotels = [...new Map(page.hotels.map(hotel => [hotel.supplierId, hotel])).values()];
  const known = new Map(
    (await findKnownHotels(tx, scope, idsOf(hotels))).map(each => [each.supplierId, each]),
  );
  const changed = hotels
    .map(hotel => ({ hotel, digest: digestOf(hotel) }))
    .filter(({ hotel, digest }) => known.get(hotel.supplierId)?.digest !== digest);
  const detailed = hasDetails
    ? await findContents(tx, scope, idsOf(changed.map(({ hotel }) => hotel)))
    : NONE;
  const written = changed.map(({ hotel, digest }) =>
    contentOf(keepDetails(hotel, detailed.get(hotel.supplierId)), digest),
  );
  const changedIds = new Set(written.map(({ supplierId }) => supplierId));
  const seen = idsOf(hotels).filter(id => !changedIds.has(id));
  const added = written.filter(({ supplierId }) => !known.has(supplierId)).length;
  const returned = idsOf(hotels).filter(id => known.get(id)?.isGone);
  let alarms = 0;
  for (const content of written) {
    if (await checkChange(tx, scope, known.get(content.supplierId), content)) alarms += 1;
  }
  const version = { normalFormVersion: NORMAL_FORM_VERSION, run, wantsDetail: hasDetails };
  if (written.length > 0) await writeContent(tx, scope, written, version);
  if (seen.length > 0) await markSeen(tx, scope, seen, run);
  const { unreadable = [] } = page;
  if (unreadable.length > 0) await markSeen(tx, scope, unreadable, run);
  if (page.texts !== undefined) await writeTexts(tx, scope, page.texts);
  if (returned.length > 0) await markGone(tx, scope, returned, false);
  const removed = page.removed.length > 0 ? await markGone(tx, scope, page.removed, true) : 0;
  return {
    added,
    changed: written.length - added,
    unchanged: seen.length,
    removed,
    returned: returned.length,
    alarms,
  };
}

const NONE: ReadonlyMap<string, SuppliedHotel> = new Map();

function idsOf(hotels: readonly SuppliedHotel[]): string[] {
  return hotels.map(({ supplierId }) => supplierId);
}

/** Takes a mapped hotel off sale if its new content suggests another hotel. Returns whether it was taken off sale. */
export async function checkChange(
  tx: Database,
  scope: ProviderScope,
  before: Pick<KnownHotel, 'soldAs' | 'normalForm'> | undefined,
  after: NewContent,
): Promise<boolean> {
  if (before === undefined || before.soldAs === null) return false;
  const alarm = findAlarm(before.normalForm, after.normalForm);
  return alarm === undefined ? false : raiseAlarm(tx, scope, after.supplierId, alarm);
}

/** SHA-256 of the hotel as a page contains it, so that a hotel whose details were read still counts as unchanged. */
function digestOf(hotel: SuppliedHotel): string {
  return createHash('sha256').update(JSON.stringify(hotel)).digest('hex');
}

export function contentOf(hotel: SuppliedHotel, digest: string): NewContent {
  return {
    supplierId: hotel.supplierId,
    digest,
    name: hotel.name,
    countryCode: hotel.address.countryCode?.toUpperCase() ?? null,
    normalForm: normalFormOf(hotel),
    content: hotel,
  };
}
