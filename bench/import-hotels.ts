/**
 * Imports a small catalogue of generated hotels into the sandbox and a large one into production, each in a
 * separate process, and then reads both. `import-hotels.ts 1000000` sets the size of the large catalogue.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Environment } from '../contract/src/shared/answer.ts';
import { type Database, openDatabase, openOwnerDatabase } from '../server/src/platform/database/connect.ts';
import { quietLog } from '../server/src/platform/database/database-log.ts';
import { startEmbeddedPostgres } from '../server/src/platform/database/embedded/start-embedded-postgres.ts';
import { migrate } from '../server/src/platform/database/schema/migrate.ts';
import { MIGRATIONS } from '../server/src/start-database.ts';
import { writeHotelFile } from './catalogue/generated-hotels.ts';
import type { ImportFigures, ImportTask } from './catalogue/measure-import.ts';
import { listCities, measureReads } from './catalogue/measure-reads.ts';
import { printAims, printTable, printText, printTitle } from './measure/report.ts';
import { grouped } from './measure/statistics.ts';
import { loadWholeSeed } from './places/seed-data.ts';

interface Size {
  environment: Environment;
  hotels: number;
}

const SIZES: readonly Size[] = [
  { environment: 'sandbox', hotels: 10_000 },
  { environment: 'production', hotels: Number(process.argv[2] ?? 100_000) },
];

const folder = await mkdtemp(join(tmpdir(), 'serai-bench-hotels-'));
const server = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log: quietLog });
try {
  const owner = openOwnerDatabase({ address: server.address, log: quietLog, max: 1, statementTimeoutMs: 0 });
  await migrate(owner, MIGRATIONS, { log: quietLog });
  await owner.close();
  const pool = openDatabase({ address: server.address, log: quietLog, statementTimeoutMs: 0 });
  await compareSizes(pool.asService('a benchmark'));
  await pool.close();
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

async function compareSizes(db: Database): Promise<void> {
  await loadWholeSeed(db);
  const cities = await listCities(db);
  const figures: (ImportFigures & { megabytes: number })[] = [];
  for (const { environment, hotels } of SIZES) {
    const file = join(folder, `${hotels}.jsonl`);
    await writeHotelFile(file, hotels, cities);
    const megabytes = (await stat(file)).size / 1e6;
    figures.push({ megabytes, ...(await inOwnProcess({ address: server.address, file, environment })) });
  }
  printTitle('Importing hotels from a file');
  printText(
    'A generated catalogue in JSON Lines is imported with `--skip-bad` into an empty catalogue with the places that come with Serai. Each ' +
      'hotel takes 2.1 kB and has three rooms, and one line in the middle is invalid. The catalogue is then exported, and the export is imported again, which ' +
      'changes nothing. Each size runs in a separate process. Reading includes parsing, checking, finding places and COPY into a temporary ' +
      'table; the rest of the time is spent writing the tables. Memory is the resident memory of the importing process, sampled every 100 ms, ' +
      'without the database.',
  );
  printImports(figures);
  printText(
    'The table shows the milliseconds that the store needs to read a page of 100: medians of 31 reads, alternating between both catalogues.',
  );
  const [small, large] = SIZES as [Size, Size];
  const reads = await measureReads(db, [small.environment, large.environment]);
  printTable(
    ['page', `${grouped(small.hotels)} hotels`, `${grouped(large.hotels)} hotels`],
    [...reads].map(([what, by]) => [
      what,
      ...SIZES.map(({ environment }) => (by.get(environment) ?? 0).toFixed(1)),
    ]),
  );
}

function printImports(figures: readonly (ImportFigures & { megabytes: number })[]): void {
  printTable(
    [
      'hotels',
      'file',
      'reading, s',
      'total, s',
      'imported/s',
      'exported/s',
      'imported again/s',
      'MB before',
      'MB peak',
    ],
    figures.map(each => [
      grouped(each.hotels),
      `${grouped(each.megabytes)} MB`,
      each.import.readSeconds.toFixed(1),
      each.import.seconds.toFixed(1),
      grouped(each.hotels / each.import.seconds),
      grouped(each.hotels / each.export.seconds),
      grouped(each.hotels / each.again.seconds),
      grouped(each.idleMb),
      grouped(peakOf(each)),
    ]),
  );
  const [small, large] = figures.map(peakOf) as [number, number];
  const times = large / small;
  const what = `memory at ${grouped((SIZES[1] as Size).hotels / (SIZES[0] as Size).hotels)} times the size`;
  printAims([{ what, target: '≤ 1.5', figure: times.toFixed(2), reached: times <= 1.5 }]);
}

function peakOf(figures: ImportFigures): number {
  return Math.max(figures.import.peakMb, figures.export.peakMb, figures.again.peakMb);
}

async function inOwnProcess(task: ImportTask): Promise<ImportFigures> {
  const program = fileURLToPath(new URL('catalogue/measure-import.ts', import.meta.url));
  const child = spawn(process.execPath, [program, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', chunk => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`The import of ${task.file} failed`);
  return JSON.parse(output) as ImportFigures;
}
