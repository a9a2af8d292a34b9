/** Shows and changes the content of a hotel. Changes follow the rules of catalogue files. */
import {
  HOTEL_CONTENT_FIELDS,
  showHotelContent,
  updateHotelContent,
} from '@serai/contract/account/hotel-content.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Database } from '../../../platform/database/connect.ts';
import {
  type AuditState,
  auditOf,
  type RecordAudit,
} from '../../../platform/operations/operator/audit-entry.ts';
import {
  acrossOrganisations,
  type OperatorContext,
  type OperatorHandler,
  operate,
} from '../../../platform/operations/operator/operator-handler.ts';
import { validationError } from '../../../platform/operations/validate.ts';
import type { StoredHotel } from '../../catalogue/hotel-view.ts';
import { mergeHotels } from '../../catalogue/writing/merge-hotels.ts';
import { NoChange, writeCatalogue } from '../../catalogue-change-store.ts';
import { parseRecord } from '../../catalogue-files/catalogue-record.ts';
import { findHotel } from './operator-hotels-store.ts';

export function hotelContentHandlers(parts: { recordAudit: RecordAudit }): OperatorHandler[] {
  return acrossOrganisations('The catalogue belongs to the operator and is the same for all partners.', [
    hotelsContent(),
    hotelsUpdateContent(parts),
  ]);
}

function hotelsContent(): OperatorHandler {
  return operate(showHotelContent, async ({ db }, { environment, hotelId }) => {
    const { content, updatedAt } = await getHotel(db, environment, hotelId);
    return { hotelId, updatedAt: updatedAt.toISOString(), ...contentOf(content) };
  });
}

type Content = Pick<StoredHotel['content'], (typeof HOTEL_CONTENT_FIELDS)[number]>;

function contentOf(hotel: StoredHotel['content']): Content {
  const fields = HOTEL_CONTENT_FIELDS.filter(name => hotel[name] !== undefined);
  return Object.fromEntries(fields.map(name => [name, hotel[name]])) as Content;
}

/** Everything that is not part of the content. */
function restOf(hotel: StoredHotel['content']): Omit<StoredHotel['content'], keyof Content> {
  const isContent = new Set<string>(HOTEL_CONTENT_FIELDS);
  const fields = Object.entries(hotel).filter(([name]) => !isContent.has(name));
  return Object.fromEntries(fields) as Omit<StoredHotel['content'], keyof Content>;
}

async function getHotel(db: Database, environment: Environment, hotelId: string): Promise<StoredHotel> {
  const hotel = await findHotel(db, environment, hotelId);
  if (hotel !== undefined) return hotel;
  const message = 'There is no such hotel in this environment. hotels/list shows the hotels.';
  throw new ApiError('HOTEL_NOT_FOUND', message);
}

function hotelsUpdateContent({ recordAudit }: { recordAudit: RecordAudit }): OperatorHandler {
  return operate(updateHotelContent, async (context, { environment, hotelId, updatedAt, ...content }) => {
    checkMayChange(context, hotelId);
    const write = async (tx: Database, changeId: number) => {
      const stored = await getHotel(tx, environment, hotelId);
      checkState(stored, updatedAt);
      const record = { ...restOf(stored.content), hotelId, status: stored.status, ...content };
      const parsed = parseRecord(record, hotelId);
      if (Array.isArray(parsed)) {
        throw validationError(parsed.map(fault => ({ ...fault, code: 'INVALID_VALUE' })));
      }
      if (parsed.kind !== 'hotel') throw new Error('A hotel with a name is not a tombstone.');
      const { changed, problems } = await mergeHotels(tx, { environment, changeId }, [parsed.hotel]);
      if (problems.length > 0) {
        throw validationError(
          problems.map(({ path, message }) => ({ path, code: 'INVALID_VALUE', message })),
        );
      }
      if (changed === 0) throw new NoChange(false);
      const { before, after } = changesOf(contentOf(stored.content), contentOf(parsed.hotel));
      const change = {
        ...{ action: updateHotelContent.name, target: hotelId },
        ...{ before, after: { environment, ...after } },
      };
      await recordAudit(tx, auditOf(context, change));
      return true;
    };
    const changed = await writeCatalogue(context.db, `hotel content (${environment})`, write, {
      onWait() {
        throw new ApiError('OPERATION_IN_PROGRESS', 'The catalogue is being changed. Try again in a moment.');
      },
    });
    const after = await getHotel(context.db, environment, hotelId);
    return { changed, updatedAt: after.updatedAt.toISOString() };
  });
}

/** The audit log shows only fields that differ. A field that was cleared is null. */
function changesOf(before: Content, after: Content): Record<'before' | 'after', AuditState> {
  // The order of languages counts: the first one is used if a text is missing in a language.
  const isEqual = (name: keyof Content) => JSON.stringify(before[name]) === JSON.stringify(after[name]);
  const changed = HOTEL_CONTENT_FIELDS.filter(name => !isEqual(name));
  const valuesOf = (content: Content) =>
    Object.fromEntries(changed.map(name => [name, content[name] ?? null] as const));
  return { before: valuesOf(before), after: valuesOf(after) };
}

function checkMayChange({ hotels }: Pick<OperatorContext, 'hotels'>, hotelId: string): void {
  if (hotels === undefined || hotels === null || hotels.includes(hotelId)) return;
  const message = 'You are not allowed to change this hotel. Ask an admin to add it to your hotels.';
  throw new ApiError('FORBIDDEN', message);
}

function checkState({ status, updatedAt }: StoredHotel, expected: string): void {
  if (status === 'MERGED') {
    throw new ApiError('INVALID_STATE', 'This hotel was merged into another one. Change that hotel instead.');
  }
  if (updatedAt.getTime() === Date.parse(expected)) return;
  throw new ApiError(
    'INVALID_STATE',
    'Nothing was saved: the hotel has changed since you read it. Reload it and make your changes again.',
  );
}
