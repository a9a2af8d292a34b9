/** Shows and changes the content of a hotel. Changes follow the rules of catalogue files. */
import {
  HOTEL_CONTENT_FIELDS,
  showHotelContent,
  updateHotelContent,
} from '@serai/contract/account/hotel-content.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { auditOf, type RecordAudit } from '../../../platform/operations/operator/audit-entry.ts';
import {
  acrossOrganisations,
  type OperatorHandler,
  operate,
} from '../../../platform/operations/operator/operator-handler.ts';
import type { StoredHotel } from '../../catalogue/hotel-view.ts';
import { NoChange } from '../../catalogue-change-store.ts';
import {
  changeCatalogue,
  changesOf,
  checkMayChange,
  checkNotMerged,
  checkUnchanged,
  getHotel,
  mergeRecord,
} from './change-hotel.ts';
import { hotelsRoomTexts, hotelsUpdateRoomTexts } from './room-texts.ts';

export function hotelContentHandlers(parts: { recordAudit: RecordAudit }): OperatorHandler[] {
  return acrossOrganisations('The catalogue belongs to the operator and is the same for all partners.', [
    hotelsContent(),
    hotelsUpdateContent(parts),
    hotelsRoomTexts(),
    hotelsUpdateRoomTexts(parts),
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

function hotelsUpdateContent({ recordAudit }: { recordAudit: RecordAudit }): OperatorHandler {
  return operate(updateHotelContent, async (context, { environment, hotelId, updatedAt, ...content }) => {
    checkMayChange(context, hotelId);
    const write = async (tx: Database, changeId: number) => {
      const stored = await getHotel(tx, environment, hotelId);
      checkNotMerged(stored);
      checkUnchanged(stored, updatedAt, 'hotel');
      const record = { ...restOf(stored.content), hotelId, status: stored.status, ...content };
      const { hotel, changed } = await mergeRecord(tx, { environment, changeId }, hotelId, record);
      if (changed === 0) throw new NoChange(false);
      const [before, after] = changesOf(HOTEL_CONTENT_FIELDS, contentOf(stored.content), contentOf(hotel));
      const change = {
        ...{ action: updateHotelContent.name, target: hotelId },
        ...{ before, after: { environment, ...after } },
      };
      await recordAudit(tx, auditOf(context, change));
      return true;
    };
    const changed = await changeCatalogue(context.db, `hotel content (${environment})`, write);
    const after = await getHotel(context.db, environment, hotelId);
    return { changed, updatedAt: after.updatedAt.toISOString() };
  });
}
