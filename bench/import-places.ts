/**
 * Measures the import of a generated allCountries.txt at two sizes, each in a separate process: lines per second
 * and peak memory. As in the real file, about 40 in 100 lines are settlements, and one or two are large enough to
 * be imported.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importPlaces } from '../server/src/content/place-data/import/import-places.ts';
import { openDatabase, openOwnerDatabase } from '../server/src/platform/database/connect.ts';
import { quietLog } from '../server/src/platform/database/database-log.ts';
import { startEmbeddedPostgres } from '../server/src/platform/database/embedded/start-embedded-postgres.ts';
import { migrate } from '../server/src/platform/database/schema/migrate.ts';
import { MIGRATIONS } from '../server/src/start-database.ts';
import { residentBytes } from './measure/process-use.ts';
import { printAims, printTable, printText, printTitle } from './measure/report.ts';
import { grouped } from './measure/statistics.ts';

const SIZES_MB = [200, 2_000];
const SAMPLE_MS = 100;
const COUNTRIES = ['ES', 'FR', 'DE', 'US', 'BR', 'IN', 'CN', 'ZA', 'AU', 'MX'];

interface Figures {
  megabytes: number;
  lines: number;
  imported: number;
  readSeconds: number;
  seconds: number;
  idleMb: number;
  peakMb: number;
}

const size = process.argv[2];
if (size === undefined) await compareSizes();
else console.log(JSON.stringify(await measure(Number(size))));

async function compareSizes(): Promise<void> {
  const figures: Figures[] = [];
  for (const size of SIZES_MB) figures.push(await inOwnProcess(size));
  printTitle('Importing places from a file');
  printText(
    'A generated allCountries.txt in the public format is imported into an empty embedded database, each size by a separate process. ' +
      'Reading includes parsing, checking and COPY of the selected rows; the rest of the time is spent merging them and finding the places ' +
      'that contain them. Memory is the resident memory of the importing process, sampled every 100 ms, without the database.',
  );
  printTable(
    ['file', 'lines', 'places imported', 'reading, s', 'total, s', 'lines/s read', 'MB before', 'MB peak'],
    figures.map(each => [
      `${grouped(each.megabytes)} MB`,
      grouped(each.lines),
      grouped(each.imported),
      each.readSeconds.toFixed(1),
      each.seconds.toFixed(1),
      grouped(each.lines / each.readSeconds),
      grouped(each.idleMb),
      grouped(each.peakMb),
    ]),
  );
  const [small, large] = figures as [Figures, Figures];
  const ratio = large.peakMb / small.peakMb;
  printAims([
    {
      what: 'memory at 10 times the size',
      target: '≤ 1.5',
      figure: ratio.toFixed(2),
      reached: ratio <= 1.5,
    },
  ]);
}

async function inOwnProcess(size: number): Promise<Figures> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), String(size)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', chunk => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`The import of ${size} MB failed.`);
  return JSON.parse(output) as Figures;
}

async function measure(size: number): Promise<Figures> {
  const folder = await mkdtemp(join(tmpdir(), 'serai-bench-import-'));
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log: quietLog });
  try {
    const owner = openOwnerDatabase({
      address: server.address,
      log: quietLog,
      max: 1,
      statementTimeoutMs: 0,
    });
    await migrate(owner, MIGRATIONS, { log: quietLog });
    await owner.close();
    const path = join(folder, 'allCountries.txt');
    const lines = await writeFile(path, size * 1_000_000);
    const pool = openDatabase({ address: server.address, log: quietLog, statementTimeoutMs: 0 });
    const db = pool.asService('a benchmark');
    const idleMb = residentBytes(process.pid) / 1e6;
    let peakMb = idleMb;
    const sampler = setInterval(() => {
      peakMb = Math.max(peakMb, residentBytes(process.pid) / 1e6);
    }, SAMPLE_MS);
    const startMs = performance.now();
    let readSeconds = 0;
    const { created, isWritten } = await importPlaces(db, [path], {
      minPopulation: 500,
      removeMissing: false,
      replaceNames: false,
      skipBad: false,
      dryRun: false,
      onProblem: text => console.error(text),
      onProgress: () => {},
      onPhase: phase => {
        if (phase === 'Merging') readSeconds = (performance.now() - startMs) / 1000;
      },
    });
    clearInterval(sampler);
    if (!isWritten) throw new Error('Nothing was imported.');
    const seconds = (performance.now() - startMs) / 1000;
    const { size: bytes } = await stat(path);
    await pool.close();
    return { megabytes: bytes / 1e6, lines, imported: created, readSeconds, seconds, idleMb, peakMb };
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Streams the file, so that only one block of lines is in memory at a time. */
async function writeFile(path: string, bytes: number): Promise<number> {
  const stream = createWriteStream(path);
  let written = 0;
  let line = 0;
  while (written < bytes) {
    let block = '';
    for (let i = 0; i < 5_000; i++) {
      line += 1;
      block += generatedLine(line);
    }
    written += block.length;
    if (!stream.write(block)) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'finish');
  return line;
}

/** Every machine generates the same line for a number. */
function generatedLine(n: number): string {
  const country = COUNTRIES[n % COUNTRIES.length];
  const isSettlement = n % 5 < 2;
  const population = isSettlement && n % 60 === 0 ? 500 + ((n * 7_919) % 90_000) : 0;
  const latitude = (((n * 7_907) % 1_200_000) / 10_000 - 55).toFixed(5);
  const longitude = (((n * 104_729) % 3_600_000) / 10_000 - 180).toFixed(5);
  const name = `Place ${n.toString(36)}`;
  const others = population > 0 ? `Lieu ${n},Ort ${n},Место ${n},場所${n}` : '';
  const feature = isSettlement ? 'P\tPPL' : 'H\tSTM';
  return `${n}\t${name}\t${name}\t${others}\t${latitude}\t${longitude}\t${feature}\t${country}\t\t${n % 20}\t${n % 300}\t\t\t${population}\t\t${n % 900}\tEurope/Madrid\t2024-01-01\n`;
}
