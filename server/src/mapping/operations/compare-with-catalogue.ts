import type { mappingShow } from '@serai/contract/mapping/mapping.ts';
import type { z } from 'zod';
import type { SuppliedHotelRoom } from '../../booking/port/supplied-content.ts';
import type { Database } from '../../platform/database/connect.ts';
import { CandidateIndex } from '../candidates/candidate-index.ts';
import { CorpusStatistics } from '../candidates/corpus-statistics.ts';
import type { StoredSupplierHotel } from '../content/supplier-hotel-store.ts';
import { listMapped } from '../ledger/decision-store.ts';
import { normalFormOf } from '../normal-form/normal-form.ts';
import { compareHotels } from '../scoring/compare-hotels.ts';
import { evidenceOf, probabilityOf, scoreOf } from '../scoring/model.ts';
import type { ProviderScope } from '../supplied-hotel.ts';
import { hotelView } from './decision-view.ts';
import type { MappingParts } from './mapping-parts.ts';

type CandidateView = z.input<(typeof mappingShow)['output']>['candidates'][number];

const MAX_CANDIDATES = 5;

/**
 * Finds candidates near the hotel, and the hotel of the decision in force. To respond quickly, it counts shared words
 * and contacts only among these hotels, so its weights can differ slightly from those of a run.
 */
export async function compareWithCatalogue(
  { catalogue, model }: MappingParts,
  db: Database,
  scope: ProviderScope,
  hotel: StoredSupplierHotel,
  currentId: string | null,
): Promise<(CandidateView & { rooms: SuppliedHotelRoom[] })[]> {
  const form = normalFormOf(hotel.content);
  const near = form.location === null ? [] : await catalogue.listNear(db, scope.environment, form.location);
  const named = currentId === null ? [] : await catalogue.findHotels(db, scope.environment, [currentId]);
  const hotels = new Map([...near, ...named].map(found => [found.hotelId, found]));
  const corpus = new CorpusStatistics();
  const ours = [...hotels.values()].map(found => ({ id: found.hotelId, form: normalFormOf(found.evidence) }));
  for (const { form: other } of ours) corpus.add('ours', other);
  corpus.add('theirs', form);
  const candidates = new Map(new CandidateIndex(ours, corpus).find(form).map(found => [found.id, found]));
  for (const found of ours) if (found.id === currentId) candidates.set(found.id, found);
  const scored = [...candidates.values()]
    .map(({ id, form: other }) => {
      const comparison = compareHotels(other, form, corpus);
      return { id, comparison, score: scoreOf(model, comparison.levels) };
    })
    .sort((a, b) => Number(b.id === currentId) - Number(a.id === currentId) || b.score - a.score)
    .slice(0, MAX_CANDIDATES);
  const mapped = await listMapped(
    db,
    scope,
    scored.map(({ id }) => id),
  );
  return Promise.all(
    scored.map(async ({ id, comparison, score }) => {
      const found = hotels.get(id);
      if (found === undefined) throw new Error('a candidate has no hotel');
      const rooms = await catalogue.listRooms(db, scope.environment, id);
      return {
        hotelId: id as CandidateView['hotelId'],
        hotel: hotelView(found.evidence, found.photos, rooms, hotel.content.rooms),
        score: Math.round(score * 100) / 100,
        probability: Math.round(probabilityOf(model, score) * 10_000) / 10_000,
        evidence: evidenceOf(model, comparison),
        vetoes: [...comparison.vetoes],
        takenBy: mapped.flatMap(({ hotelId, supplierId }) =>
          hotelId === id && supplierId !== hotel.supplierId ? [supplierId] : [],
        ),
        rooms,
      };
    }),
  );
}
