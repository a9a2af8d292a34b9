/** What changing the content of a hotel and the texts of its room types have in common. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { AuditState } from '../../../platform/operations/operator/audit-entry.ts';
import type { OperatorContext } from '../../../platform/operations/operator/operator-handler.ts';
import { validationError } from '../../../platform/operations/validate.ts';
import type { CatalogueWrite, IdentifiedHotel } from '../../catalogue/catalogue-hotel.ts';
import type { StoredHotel } from '../../catalogue/hotel-view.ts';
import { mergeHotels } from '../../catalogue/writing/merge-hotels.ts';
import { writeCatalogue } from '../../catalogue-change-store.ts';
import { parseRecord } from '../../catalogue-files/catalogue-record.ts';
import { findHotel } from './operator-hotels-store.ts';

export async function getHotel(
  db: Database,
  environment: Environment,
  hotelId: string,
): Promise<StoredHotel> {
  const hotel = await findHotel(db, environment, hotelId);
  if (hotel !== undefined) return hotel;
  const message = 'There is no such hotel in this environment. hotels/list shows the hotels.';
  throw new ApiError('HOTEL_NOT_FOUND', message);
}

/** Returns false if nothing changed. Fails during an import instead of waiting for it. */
export function changeCatalogue(
  db: Database,
  what: string,
  write: (tx: Database, changeId: number) => Promise<boolean>,
): Promise<boolean> {
  return writeCatalogue(db, what, write, {
    onWait() {
      throw new ApiError('OPERATION_IN_PROGRESS', 'The catalogue is being changed. Try again in a moment.');
    },
  });
}

/**
 * Writes a hotel by the rules of catalogue files. The paths of errors begin with `under`, which is removed from them.
 * Returns the number of changed hotels and rooms.
 */
export async function mergeRecord(
  tx: Database,
  write: CatalogueWrite,
  hotelId: string,
  record: object,
  under = '',
): Promise<{ hotel: IdentifiedHotel; changed: number }> {
  const fail = (faults: readonly { path: string; message: string }[]) =>
    validationError(
      faults.map(({ path, message }) => ({
        path: path.startsWith(`${under}/`) ? path.slice(under.length) : path,
        code: 'INVALID_VALUE',
        message,
      })),
    );
  const parsed = parseRecord(record, hotelId);
  if (Array.isArray(parsed)) throw fail(parsed);
  if (parsed.kind !== 'hotel') throw new Error('A hotel with a name is not a tombstone.');
  const { changed, rooms, problems } = await mergeHotels(tx, write, [parsed.hotel]);
  if (problems.length > 0) throw fail(problems);
  return { hotel: parsed.hotel, changed: changed + rooms.changed };
}

/** The audit log shows only fields that differ. A field that was cleared is null. */
export function changesOf<Field extends string>(
  fields: readonly Field[],
  before: Partial<Record<Field, unknown>>,
  after: Partial<Record<Field, unknown>>,
): [before: AuditState, after: AuditState] {
  // The order of languages counts: the first one is used if a text is missing in a language.
  const changed = fields.filter(name => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const valuesOf = (content: typeof before) =>
    Object.fromEntries(changed.map(name => [name, content[name] ?? null] as const));
  return [valuesOf(before), valuesOf(after)];
}

export function checkMayChange({ hotels }: Pick<OperatorContext, 'hotels'>, hotelId: string): void {
  if (hotels === undefined || hotels === null || hotels.includes(hotelId)) return;
  const message = 'You are not allowed to change this hotel. Ask an admin to add it to your hotels.';
  throw new ApiError('FORBIDDEN', message);
}

export function checkNotMerged({ status }: Pick<StoredHotel, 'status'>): void {
  if (status !== 'MERGED') return;
  throw new ApiError('INVALID_STATE', 'This hotel was merged into another one. Change that hotel instead.');
}

export function checkUnchanged(
  { updatedAt }: Pick<StoredHotel, 'updatedAt'>,
  expected: string,
  what: 'hotel' | 'room type',
): void {
  if (updatedAt.getTime() === Date.parse(expected)) return;
  throw new ApiError(
    'INVALID_STATE',
    `Nothing was saved: the ${what} has changed since you read it. Reload it and make your changes again.`,
  );
}
