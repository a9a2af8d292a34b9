/**
 * Benchmarks the place search: how often the expected place is first or among the first ten, and the cost of a
 * search. Compares it with a search of the same rows in PostgreSQL. `--failures` prints the cases whose place is
 * not first.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPlaceIndex } from '../server/src/content/places/search-index/build/build-place-index.ts';
import { openPlaceIndex } from '../server/src/content/places/search-index/place-index.ts';
import { findPlaces, foundPlace } from './places/find-places.ts';
import { withVariations, worstQueries } from './places/generated-cases.ts';
import { type FoundPlace, percent, rankOf, type Tally, tallies } from './places/judge.ts';
import { measureSearch, quantile, ROUNDS } from './places/measure-search.ts';
import type { PlaceCase, PlaceData } from './places/place-data.ts';
import { PostgresSearch } from './places/postgres-search.ts';
import { reportPlaces } from './places/report-places.ts';
import { seedData } from './places/seed-data.ts';
import { hasSharedData, sharedData } from './places/shared-data.ts';

/** PostgreSQL is slow, so it runs only a sample of the cases. */
const POSTGRES_CASES = 300;
const TIMES = 10;

const folder = await mkdtemp(join(tmpdir(), 'serai-bench-places-'));
try {
  const data = hasSharedData() ? await sharedData() : await seedData(folder);
  if (process.argv.includes('--failures')) printFailures(data);
  else await run(data);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function run(data: PlaceData): Promise<void> {
  const startMs = performance.now();
  const buffer = buildPlaceIndex({ ...data, dataVersion: 1 });
  const buildMs = performance.now() - startMs;
  const index = openPlaceIndex(buffer);
  const ranks = data.cases.map(expected => rankOf(expected, findPlaces(index, expected)));
  const worst = worstQueries();
  const took = { cases: measureSearch(index, data.cases), worst: measureSearch(index, worst) };
  const one = await openAlone(buffer, data.cases, 'one');
  const ten = await openAlone(
    buildPlaceIndex({ places: data.places, names: withVariations(data.names, TIMES), dataVersion: 1 }),
    data.cases,
    'ten',
  );
  const every = Math.max(1, Math.floor(data.cases.length / POSTGRES_CASES));
  const sample = data.cases.map((_, i) => i).filter(i => i % every === 0);
  const postgres = await searchInPostgres(data, sample);
  reportPlaces({ data, ranks, took, worst, buildMs, one, ten, sample, postgres });
}

async function openAlone(buffer: ArrayBufferLike, cases: readonly PlaceCase[], name: string) {
  const [file, queriesFile] = [join(folder, `${name}.index`), join(folder, `${name}.json`)];
  await writeFile(file, new Uint8Array(buffer));
  await writeFile(queriesFile, JSON.stringify(cases.map(({ query, language }) => ({ query, language }))));
  const program = fileURLToPath(new URL('places/open-snapshot.ts', import.meta.url));
  const child = spawn(process.execPath, [program, file, queriesFile], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error('The process that opens a snapshot failed.');
  await rm(file);
  const { took, ...rest } = JSON.parse(output) as OpenedAlone & { took: number[] };
  return { ...rest, medianMs: quantile(took, 0.5), p99Ms: quantile(took, 0.99) };
}

interface OpenedAlone {
  readyMs: number;
  memoryBytes: number;
  names: number;
  snapshotBytes: number;
}

/**
 * Measures both variants of the search, because their figures differ widely and either may be considered typical.
 */
async function searchInPostgres(data: PlaceData, sample: readonly number[]) {
  const postgres = await PostgresSearch.start(join(folder, 'postgres'), data);
  try {
    return {
      stopping: await searchAll(postgres, data, sample, true),
      filling: await searchAll(postgres, data, sample, false),
    };
  } finally {
    await postgres.stop();
  }
}

/** Uses the fastest of several rounds, with the same number of rounds as for the index. */
async function searchAll(
  postgres: PostgresSearch,
  data: PlaceData,
  sample: readonly number[],
  stopsEarly: boolean,
) {
  const ranks: number[] = [];
  const took: number[] = [];
  for (const i of sample) {
    const expected = data.cases[i] as PlaceCase;
    let minMs = Number.POSITIVE_INFINITY;
    let results: FoundPlace[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const startMs = performance.now();
      results = await postgres.search(expected.query, stopsEarly);
      minMs = Math.min(minMs, performance.now() - startMs);
    }
    took.push(minMs);
    ranks.push(rankOf(expected, results));
  }
  return { ranks, took };
}

function printFailures(data: PlaceData): void {
  const index = openPlaceIndex(buildPlaceIndex({ ...data, dataVersion: 1 }));
  const ranks: number[] = [];
  for (const expected of data.cases) {
    const { query, language, name, country, kind } = expected;
    const hits = index.search({ query, language, limit: 10 });
    const rank = rankOf(
      expected,
      hits.map(hit => foundPlace(index, hit)),
    );
    ranks.push(rank);
    if (rank === 1) continue;
    const best = hits.slice(0, 3).map(hit => {
      const alias = hit.alias < 0 ? '' : ` (${index.nameText(hit.alias)})`;
      return `${index.displayName(hit.place, place => index.name(place).text)}${alias} ${hit.kind} ${hit.score.toFixed(3)}`;
    });
    console.log(
      `${rank || '-'} ${kind} | ${query} | ${language ?? ''} | ${name} ${country} => ${best.join('; ')}`,
    );
  }
  const byKind: [string, Tally][] = [...tallies(data.cases, ranks)];
  for (const [kind, { cases, first, amongTen }] of byKind) {
    console.log(
      `${kind}: ${cases} cases, first ${percent(first, cases).toFixed(1)} %, in first ten ${percent(amongTen, cases).toFixed(1)} %`,
    );
  }
}
