/** Imports a catalogue file, exports the catalogue and imports the export, in a separate process. Prints JSON. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import type { Environment } from '../../contract/src/shared/answer.ts';
import { mergeRules } from '../../server/src/app/merge-rules.ts';
import { exportHotels } from '../../server/src/content/catalogue-files/export-hotels.ts';
import { importHotels } from '../../server/src/content/catalogue-files/import/import-hotels.ts';
import { type Database, openDatabase } from '../../server/src/platform/database/connect.ts';
import type { DatabaseAddress } from '../../server/src/platform/database/database-address.ts';
import { quietLog } from '../../server/src/platform/database/database-log.ts';
import { residentBytes } from '../measure/process-use.ts';

export interface ImportTask {
  address: DatabaseAddress;
  file: string;
  environment: Environment;
}

interface Phase {
  seconds: number;
  /** Time until all lines had been read. */
  readSeconds: number;
  peakMb: number;
}

export interface ImportFigures {
  idleMb: number;
  hotels: number;
  import: Phase;
  export: Phase;
  again: Phase;
}

const SAMPLE_MS = 100;

const { address, file, environment } = JSON.parse(process.argv[2] as string) as ImportTask;
const pool = openDatabase({ address, log: quietLog, statementTimeoutMs: 0 });
const db = pool.asService('a benchmark');
await db`SELECT 1`;
let exported = 0;
const figures = {
  idleMb: residentBytes(process.pid) / 1e6,
  import: await measured(onRead => importFile(file, onRead)),
  export: await measured(() => exportTo(db, `${file}.export`)),
  again: await measured(onRead => importFile(`${file}.export`, onRead)),
};
await rm(`${file}.export`);
await pool.close();
console.log(JSON.stringify({ ...figures, hotels: exported } satisfies ImportFigures));

async function importFile(path: string, onRead: () => void): Promise<void> {
  const { created, changed, problems } = await importHotels(db, {
    file: path,
    environment,
    dryRun: false,
    skipBad: true,
    removeMissing: false,
    mergeRules,
    onProblem: () => {},
    onWriting: onRead,
    onProgress: () => {},
  });
  const isFirst = path === file;
  if (problems !== (isFirst ? 1 : 0) || changed > 0 || created > 0 !== isFirst) {
    throw new Error(`${path}: ${created} created, ${changed} changed, ${problems} problems`);
  }
}

async function exportTo(from: Database, path: string): Promise<void> {
  const stream = createWriteStream(path);
  const write = async (text: string) => {
    if (!stream.write(text)) await once(stream, 'drain');
  };
  const { hotels } = await exportHotels(from, {
    environment,
    all: false,
    format: 'jsonl',
    write,
    onProgress: () => {},
  });
  exported = hotels;
  stream.end();
  await finished(stream);
}

async function measured(work: (onRead: () => void) => Promise<void>): Promise<Phase> {
  let peakMb = 0;
  const sampler = setInterval(() => {
    peakMb = Math.max(peakMb, residentBytes(process.pid) / 1e6);
  }, SAMPLE_MS);
  const startMs = performance.now();
  const elapsed = () => (performance.now() - startMs) / 1000;
  let readSeconds = 0;
  await work(() => {
    readSeconds = elapsed();
  });
  clearInterval(sampler);
  return { seconds: elapsed(), readSeconds, peakMb };
}
