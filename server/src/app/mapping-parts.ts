/** Connects hotel mapping with the catalogue, and starts its cache of supplier ids. */
import { recordAudit } from '../account/audit-store.ts';
import { hasSeveralPartners } from '../account/organisation-store.ts';
import { tellOperator } from '../account/tell-operator.ts';
import type { BookingCore } from '../booking/open-booking.ts';
import type { SuppliedHotelRoom } from '../booking/port/supplied-content.ts';
import { providerLabel, providerLabels } from '../booking/providers/accounts/provider-label.ts';
import { findOwnHotels } from '../booking/suppliers/own-inventory/operator/operator-inventory-store.ts';
import type { RoomContent } from '../content/catalogue/catalogue-hotel.ts';
import {
  findHotelNames,
  findIdentifiableHotels,
  type IdentifiableHotel,
  listIdentifiableAround,
  listIdentifiableHotels,
  listRoomContents,
} from '../content/catalogue/mapping-source-store.ts';
import type { FindSuppliedDescriptions } from '../content/catalogue/supplied-descriptions.ts';
import { mergeTwoHotels, unmergeTwoHotels } from '../content/catalogue/writing/merge-two-hotels.ts';
import { findDescriptions } from '../mapping/content/description-store.ts';
import { AlarmReports } from '../mapping/ledger/alarm-reports.ts';
import { LiveSupplierIds } from '../mapping/live-supplier-ids.ts';
import type { MappingCatalogue, OurHotel } from '../mapping/mapping-catalogue.ts';
import { mappingHandlers } from '../mapping/operations/mapping-handlers.ts';
import { mappingJobs } from '../mapping/runs/run-mapping.ts';
import { CURRENT_MODEL } from '../mapping/scoring/current-model.ts';
import { syncJobs } from '../mapping/sync/sync-jobs.ts';
import { addSyncMetrics, type ProviderLabels } from '../mapping/sync/sync-metrics.ts';
import { syncHandlers } from '../mapping/sync/sync-operations.ts';
import type { SyncParts } from '../mapping/sync/sync-parts.ts';
import type { Clock } from '../platform/clock.ts';
import type { DatabasePool } from '../platform/database/connect.ts';
import type { JobKinds } from '../platform/jobs/job.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { OperatorHandler } from '../platform/operations/operator/operator-handler.ts';
import type { Stops } from '../platform/stops.ts';
import type { Settings } from '../settings-table.ts';
import { mergeRules } from './merge-rules.ts';
import { tellPriceAlarms } from './provider-notices.ts';

const NEAR_METRES = 5_000;
const NEAR_HOTELS = 500;
const MAX_ROOMS = 200;

export async function startSupplierIds({
  pool,
  clock,
  log,
  stops,
}: {
  pool: DatabasePool;
  clock: Clock;
  log: Log;
  stops: Stops;
}): Promise<LiveSupplierIds> {
  const supplierIds = new LiveSupplierIds({
    db: pool.asService('Suppliers and their hotels belong to the operator.'),
    clock,
    log,
  });
  await supplierIds.start();
  stops.add('supplier ids', () => supplierIds.stop());
  return supplierIds;
}

export function startAlarmReports({
  pool,
  metrics,
  stops,
  ...parts
}: {
  pool: DatabasePool;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  stops: Stops;
}): AlarmReports {
  const db = pool.asService('Suppliers and their hotels belong to the operator.');
  const reports = new AlarmReports({ ...parts, db, metrics, hasSeveralPartners, tellPriceAlarms });
  reports.start();
  stops.add('mapping alarms', () => reports.stop());
  return reports;
}

export function suppliedDescriptions(pool: DatabasePool): FindSuppliedDescriptions {
  const db = pool.asService('Suppliers and their hotels belong to the operator.');
  return (environment, hotelIds) => findDescriptions(db, environment, hotelIds);
}

interface SyncOptions {
  booking: Pick<BookingCore, 'content'>;
  settings: Settings;
  clock: Clock;
}

export function mappingOperations(
  parts: SyncOptions & { supplierIds: LiveSupplierIds; cursorKey: Buffer },
): OperatorHandler[] {
  const { supplierIds, cursorKey } = parts;
  return [
    ...mappingHandlers({
      catalogue,
      supplierIds,
      model: CURRENT_MODEL,
      recordAudit,
      mergeRules,
      cursorKey,
    }),
    ...syncHandlers({ ...syncParts(parts), recordAudit }),
  ];
}

export function hotelMappingJobs(
  parts: SyncOptions & { booking: Pick<BookingCore, 'providers'>; metrics: Metrics },
): JobKinds {
  const metrics = addSyncMetrics(parts.metrics, labelsOf(parts.booking));
  return {
    ...mappingJobs({ catalogue, model: CURRENT_MODEL }),
    ...syncJobs({ ...syncParts(parts), metrics }),
  };
}

export function labelsOf({ providers }: Pick<BookingCore, 'providers'>): ProviderLabels {
  return { all: providerLabels(providers), of: providerLabel };
}

function syncParts({ booking, settings, clock }: SyncOptions): SyncParts {
  return {
    reader: booking.content,
    settings: {
      isAutomatic: settings.SERAI_CONTENT_SYNC === 'on',
      deltaHours: settings.SERAI_CONTENT_DELTA_HOURS,
      fullDays: settings.SERAI_CONTENT_FULL_DAYS,
      removalPercent: settings.SERAI_CONTENT_REMOVAL_PERCENT,
    },
    model: CURRENT_MODEL,
    tellOperator,
    clock,
  };
}

const catalogue: MappingCatalogue = {
  async listHotels(db, environment, page) {
    return (await listIdentifiableHotels(db, environment, page)).map(ourHotel);
  },
  async findHotels(db, environment, hotelIds) {
    return (await findIdentifiableHotels(db, environment, hotelIds)).map(ourHotel);
  },
  async findNames(db, environment, hotelIds) {
    const found = await findHotelNames(db, environment, hotelIds);
    return new Map(found.map(({ hotelId, name }) => [hotelId, namesOf(name)[0] ?? hotelId]));
  },
  async listNear(db, environment, { lat, lng }) {
    const point = { latitude: lat, longitude: lng };
    const reach = { radiusMetres: NEAR_METRES, limit: NEAR_HOTELS };
    return (await listIdentifiableAround(db, environment, point, reach)).map(ourHotel);
  },
  async listRooms(db, environment, hotelId) {
    return (await listRoomContents(db, environment, hotelId, MAX_ROOMS)).map(ourRoom);
  },
  async hasOwnInventory(db, environment, hotelId) {
    return (await findOwnHotels(db, environment, [hotelId])).size > 0;
  },
  merge: (db, environment, hotels, alongside) => mergeTwoHotels(db, { environment, ...hotels }, alongside),
  unmerge: (db, environment, { hotelId, into }, alongside) =>
    unmergeTwoHotels(db, { environment, hotelId, into }, alongside),
};

/** English names come first, because most suppliers send English names. */
function namesOf(names: Readonly<Record<string, string>>): string[] {
  const { en, ...others } = names;
  return [...new Set([...(en === undefined ? [] : [en]), ...Object.values(others)])];
}

function ourHotel({ hotelId, content }: IdentifiableHotel): OurHotel {
  const { address, location, contact, externalIds } = content;
  const [name = '', ...otherNames] = namesOf(content.name);
  return {
    hotelId,
    photos: content.imageUrls,
    evidence: {
      name,
      otherNames,
      address: {
        lines: address.street === undefined ? [] : [address.street],
        houseNumber: null,
        city: address.city ?? null,
        region: address.region ?? null,
        postalCode: address.postalCode ?? null,
        countryCode: address.countryCode,
      },
      location: { lat: location.latitude, lng: location.longitude },
      phones: contact?.phone === undefined ? [] : [contact.phone],
      web: contact?.website ?? null,
      chain: content.chain?.name ?? null,
      stars: content.stars ?? null,
      category: content.type,
      ids: externalIds?.giata === undefined ? {} : { giata: externalIds.giata },
      imagePaths: content.imageUrls.flatMap(url => URL.parse(url)?.pathname ?? []),
    },
  };
}

const BED_WORDS = { SOFA_BED: 'sofa bed', BUNK_BED: 'bunk bed', UNKNOWN: '', CRIB: '' } as const;

function ourRoom({ roomCode, name, occupancy, beds }: RoomContent): SuppliedHotelRoom {
  const words = beds.flatMap(({ type, count }) => {
    const word = type in BED_WORDS ? BED_WORDS[type as keyof typeof BED_WORDS] : `${type.toLowerCase()} bed`;
    return word === '' ? [] : [`${count} ${word}`];
  });
  return {
    supplierRoomId: roomCode,
    name: namesOf(name)[0] ?? roomCode,
    ...occupancy,
    beds: words.length === 0 ? [] : [words.join(' and ')],
    attributes: {},
  };
}
