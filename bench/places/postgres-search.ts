/**
 * Searches the same rows in PostgreSQL in stages until the page is full: exact and prefix matches with a btree,
 * words with tsvector, similar names with pg_trgm. It uses the same normaliser, weights and classes as the index.
 */

import { classFactor, weightFactor } from '../../server/src/content/places/search-index/score.ts';
import { type OpenDatabase, openOwnerDatabase } from '../../server/src/platform/database/connect.ts';
import { quietLog } from '../../server/src/platform/database/database-log.ts';
import { startEmbeddedPostgres } from '../../server/src/platform/database/embedded/start-embedded-postgres.ts';
import { normalise } from '../../server/src/platform/text/normalise.ts';
import type { FoundPlace } from './judge.ts';
import type { PlaceData } from './place-data.ts';

const PAGE = 10;

interface Row {
  place: number;
  name: string;
  value: number;
  quality: number;
}

export class PostgresSearch {
  readonly #db: OpenDatabase;
  readonly #data: PlaceData;
  readonly #stop: () => Promise<void>;

  private constructor(db: OpenDatabase, data: PlaceData, stop: () => Promise<void>) {
    this.#db = db;
    this.#data = data;
    this.#stop = stop;
  }

  static async start(dataDir: string, data: PlaceData): Promise<PostgresSearch> {
    const { address, stop } = await startEmbeddedPostgres({ dataDir, log: quietLog });
    const db = openOwnerDatabase({ address, log: quietLog, max: 1, statementTimeoutMs: 0 });
    await db.script(`
      CREATE EXTENSION IF NOT EXISTS pg_trgm;
      CREATE TABLE bench_name (place integer, name text, value real, words text);
    `);
    await db.copyIn('COPY bench_name FROM STDIN', copyChunks(data));
    await db.script(`
      ALTER TABLE bench_name ADD COLUMN tsv tsvector GENERATED ALWAYS AS (to_tsvector('simple', words)) STORED;
      CREATE INDEX ON bench_name (name text_pattern_ops);
      CREATE INDEX ON bench_name USING gin (name gin_trgm_ops);
      CREATE INDEX ON bench_name USING gin (tsv);
      ANALYZE bench_name;
    `);
    return new PostgresSearch(db, data, stop);
  }

  /**
   * With `stopsEarly`, stops as soon as a strict stage has a complete match, as the index does. Otherwise continues
   * until the page is full.
   */
  async search(query: string, stopsEarly: boolean): Promise<FoundPlace[]> {
    const text = normalise(query);
    const found = new Map<number, Row & { score: number }>();
    const add = (rows: readonly Row[]) => {
      for (const row of rows) {
        const score = row.quality * row.value;
        if (score > (found.get(row.place)?.score ?? 0)) found.set(row.place, { ...row, score });
      }
    };
    const begun = await this.#prefix(text);
    add(begun);
    const isExact = stopsEarly && begun.some(({ name }) => name === text);
    if (found.size < PAGE && !isExact) {
      const worded = await this.#words(text);
      add(worded);
      const isWorded = stopsEarly && text.includes(' ') && worded.length > 0;
      if (found.size < PAGE && !isWorded) add(await this.#similar(text));
    }
    const best = [...found.values()].sort((a, b) => b.score - a.score || a.place - b.place).slice(0, PAGE);
    return best.map(({ place, name }) => this.#result(place, name));
  }

  async stop(): Promise<void> {
    await this.#db.close();
    await this.#stop();
  }

  async #prefix(text: string): Promise<Row[]> {
    const pattern = `${text.replace(/[\\%_]/g, '\\$&')}%`;
    return await this.#db<Row[]>`
      SELECT place, name, value, CASE WHEN name = ${text} THEN 1.2 ELSE 0.8 END::float8 AS quality
      FROM bench_name WHERE name LIKE ${pattern}
      ORDER BY value * CASE WHEN name = ${text} THEN 1.2 ELSE 0.8 END DESC LIMIT 40`;
  }

  async #words(text: string): Promise<Row[]> {
    const words = text.split(' ').filter(word => word !== '');
    if (words.length === 0) return [];
    const terms = words.map(
      (word, i) => `'${word.replaceAll("'", '')}'${i === words.length - 1 ? ':*' : ''}`,
    );
    return await this.#db<Row[]>`
      SELECT place, name, value, 0.65::float8 AS quality FROM bench_name
      WHERE tsv @@ to_tsquery('simple', ${terms.join(' & ')}) ORDER BY value DESC LIMIT 40`;
  }

  async #similar(text: string): Promise<Row[]> {
    return await this.#db<Row[]>`
      SELECT place, name, value, 0.6 * similarity(name, ${text})::float8 AS quality FROM bench_name
      WHERE name % ${text} ORDER BY similarity(name, ${text}) * value DESC LIMIT 40`;
  }

  #result(ordinal: number, name: string): FoundPlace {
    const place = this.#data.places[ordinal] as PlaceData['places'][number];
    const { placeId, type, countryCode, latitude, longitude } = place;
    return { placeId, type, names: [place.name, name], countryCode, latitude, longitude };
  }
}

/** Words in the name, region and country count together, as they do in the index. */
function* copyChunks({ places, names }: PlaceData): Generator<string> {
  const context = places.map(({ parent }) => {
    const above: string[] = [];
    for (let next = parent; next >= 0 && above.length < 4; next = places[next]?.parent ?? -1) {
      above.push(normalise(places[next]?.name ?? ''));
    }
    return above.join(' ');
  });
  let chunk = '';
  for (const { place, name, class: nameClass } of names) {
    const text = normalise(name);
    if (text === '') continue;
    const value = classFactor(nameClass, true) * weightFactor(places[place]?.weight ?? 0, true);
    chunk += `${place}\t${text}\t${value}\t${text} ${context[place]}\n`;
    if (chunk.length < 60_000) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}
