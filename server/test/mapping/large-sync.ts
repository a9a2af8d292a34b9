/**
 * Program: reads the content of a large account into a database and prints the rate and the highest memory use. It is a
 * separate process, so that only the memory of the sync is measured.
 */
import { createRapidContent } from '../../src/booking/suppliers/rapid/content.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { openDatabase, openOwnerDatabase } from '../../src/platform/database/connect.ts';
import { quietLog } from '../../src/platform/database/database-log.ts';
import { createLog } from '../../src/platform/log.ts';
import type { SupplierSimulator } from '../suppliers/supplier-simulator.ts';
import { SyncWorld } from './sync-world.ts';

const { address, url } = JSON.parse(process.argv[2] ?? '{}');
const credentials = { apiKey: 'key', secret: 'secret' };
const pool = openDatabase({ address, log: quietLog });
const ownerDb = openOwnerDatabase({ address, log: quietLog, max: 1, statementTimeoutMs: 60_000 });
const world = await SyncWorld.startWith({ db: pool.asService('a test'), ownerDb }, 'rapid', {
  simulator: { url } as SupplierSimulator,
  credentials,
  factories: {
    rapid: ({ kind, settings }, http) =>
      createRapidContent({
        kind,
        credentials,
        settings: { baseUrl: String(settings.baseUrl) },
        clock: systemClock,
        log: createLog('silent'),
        http,
      }),
  },
  pageOperation: '',
  ids: () => [],
  rename: () => {},
  remove: () => {},
  restore: () => {},
  throttle: () => {},
});

async function timed(): Promise<object> {
  const startedMs = performance.now();
  await world.request('FULL');
  const { state, figures } = await world.finish();
  const perSecond = Math.round((figures.hotels * 1_000) / (performance.now() - startedMs));
  process.stderr.write(`${figures.hotels} hotels, ${perSecond}/s, at most ${peakMb()} MB\n`);
  return { state, figures };
}

const peakMb = () => Math.round(process.resourceUsage().maxRSS / 1_024);
const first = await timed();
const second = await timed();
process.stdout.write(JSON.stringify({ first, second, peakMb: peakMb() }));
process.exit(0);
