/** The three suppliers for content sync tests, each with a simulator whose hotels a test can change and remove. */
import type { ContentFactories } from '../../src/booking/providers/content/content-factories.ts';
import { inLanguages } from '../../src/booking/providers/content/content-languages.ts';
import { createHotelbedsContent } from '../../src/booking/suppliers/hotelbeds/content.ts';
import { createLiteApiContent } from '../../src/booking/suppliers/liteapi/content.ts';
import { createRapidContent } from '../../src/booking/suppliers/rapid/content.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';
import { startHotelbeds } from '../suppliers/hotelbeds/hotelbeds-simulator.ts';
import { SANDBOX_KEY, startLiteApi } from '../suppliers/liteapi/simulator.ts';
import { ACCOUNT, startRapid } from '../suppliers/rapid/simulator.ts';
import type { SupplierSimulator } from '../suppliers/supplier-simulator.ts';

const log = createLog('silent');
const DAY_MS = 86_400_000;
const PAGE = 3;

export interface ContentStage {
  simulator: SupplierSimulator;
  credentials: Readonly<Record<string, string>>;
  factories: ContentFactories;
  /** The operation of the simulator that returns a page of a full run. */
  pageOperation: string;
  ids(): string[];
  rename(index: number, name: string): void;
  remove(index: number): void;
  restore(index: number): void;
  /** Makes the simulator refuse all calls, or accept them again. */
  throttle(isOn: boolean): void;
}

export type StageName = 'liteapi' | 'hotelbeds' | 'rapid';

export const STAGES: Readonly<Record<StageName, (hotels: number) => Promise<ContentStage>>> = {
  liteapi: async hotels => {
    const simulator = await startLiteApi({ clock: systemClock, hotels });
    const all = simulator.world.hotels;
    for (const hotel of all) hotel.updatedAtMs -= 10 * DAY_MS;
    const touch = (index: number, fields: object) =>
      Object.assign(at(all, index), { ...fields, updatedAtMs: Date.now() });
    return {
      simulator,
      credentials: { apiKey: SANDBOX_KEY },
      factories: {
        liteapi: ({ kind, settings }, http) =>
          inLanguages(settings, language =>
            createLiteApiContent({
              kind,
              credentials: { apiKey: SANDBOX_KEY },
              settings: { baseUrl: String(settings.baseUrl), pageSize: PAGE, language },
              clock: systemClock,
              log,
              http,
            }),
          ),
      },
      pageOperation: 'hotels',
      ids: () => all.flatMap(({ id, deletedAtMs }) => (deletedAtMs === null ? [id] : [])),
      rename: (index, name) => touch(index, { name }),
      remove: index => touch(index, { deletedAtMs: Date.now() }),
      restore: index => touch(index, { deletedAtMs: null }),
      throttle: isOn => simulator.set({ perSecond: isOn ? 0 : undefined }),
    };
  },
  hotelbeds: async hotels => {
    const simulator = await startHotelbeds({ clock: systemClock, hotelCount: hotels });
    const all = [...simulator.state.hotels];
    const today = () => new Date().toISOString().slice(0, 10);
    const { limit } = simulator.state.access.quota;
    return {
      simulator,
      credentials: simulator.credentials,
      factories: {
        hotelbeds: ({ kind, settings }, http) =>
          inLanguages(settings, language =>
            createHotelbedsContent({
              kind,
              credentials: simulator.credentials,
              settings: { baseUrl: String(settings.baseUrl), pageSize: PAGE, language },
              clock: systemClock,
              client: http,
            }),
          ),
      },
      pageOperation: 'content',
      ids: () => simulator.state.hotels.map(({ code }) => String(code)),
      rename: (index, name) => Object.assign(at(all, index), { name, lastUpdate: today() }),
      remove: index => {
        simulator.state.hotels.splice(simulator.state.hotels.indexOf(at(all, index)), 1);
      },
      restore: index => {
        at(all, index).lastUpdate = today();
        simulator.state.hotels.push(at(all, index));
        simulator.state.hotels.sort((a, b) => a.code - b.code);
      },
      throttle: isOn => {
        simulator.state.access.quota.limit = isOn ? 0 : limit;
      },
    };
  },
  rapid: async hotels => {
    const simulator = await startRapid({ clock: systemClock, properties: hotels });
    const all = simulator.world.properties;
    for (const property of all) property.updatedAtMs -= 10 * DAY_MS;
    return {
      simulator,
      credentials: { ...ACCOUNT },
      factories: {
        rapid: ({ kind, settings }, http) =>
          inLanguages(settings, language =>
            createRapidContent({
              kind,
              credentials: ACCOUNT,
              settings: { baseUrl: String(settings.baseUrl), pageSize: PAGE, language },
              clock: systemClock,
              log,
              http,
            }),
          ),
      },
      pageOperation: 'contentDownload',
      ids: () => all.flatMap(({ id, inactiveSinceMs }) => (inactiveSinceMs === null ? [id] : [])),
      rename: (index, name) => Object.assign(at(all, index), { name, updatedAtMs: Date.now() }),
      remove: index => Object.assign(at(all, index), { inactiveSinceMs: Date.now() }),
      restore: index => Object.assign(at(all, index), { inactiveSinceMs: null, updatedAtMs: Date.now() }),
      throttle: isOn => simulator.set({ perMinute: isOn ? 0 : Number.MAX_SAFE_INTEGER }),
    };
  },
};

function at<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new Error(`there is no hotel ${index}`);
  return item;
}
