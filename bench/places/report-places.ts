import { type Aim, printAims, printTable, printText, printTitle } from '../measure/report.ts';
import { grouped } from '../measure/statistics.ts';
import { percent, type Tally, tallies } from './judge.ts';
import { quantile } from './measure-search.ts';
import type { PlaceCase, PlaceData } from './place-data.ts';

interface Alone {
  readyMs: number;
  memoryBytes: number;
  names: number;
  snapshotBytes: number;
  medianMs: number;
  p99Ms: number;
}

export interface Measured {
  data: PlaceData;
  ranks: readonly number[];
  took: { cases: Float64Array; worst: Float64Array };
  worst: readonly { query: string }[];
  buildMs: number;
  one: Alone;
  ten: Alone;
  /** Indices of the cases that were also run in PostgreSQL. */
  sample: readonly number[];
  postgres: { stopping: PostgresFigures; filling: PostgresFigures };
}

interface PostgresFigures {
  ranks: readonly number[];
  took: readonly number[];
}

const SETS = ['public', 'generated'] as const;
const MEGABYTE = 2 ** 20;

export function reportPlaces(measured: Measured): void {
  const { data, sample } = measured;
  printTitle('Place search in memory');
  printText(
    `The data has ${grouped(data.places.length)} places with ${grouped(data.names.length)} names, from ${data.origin}. There are ${grouped(data.cases.length)} cases. ` +
      'The duration of a search is the shorter of two rounds. PostgreSQL searches the same rows in the same run, in stages (btree prefix, ' +
      `tsvector, pg_trgm), with ${grouped(sample.length)} of the cases and in two variants. "Stopping" ends when a strict stage has a complete match, as ` +
      'the index does. "Filling" continues until the page is full. The columns "first" and "in first ten" show ' +
      'how often the expected place is the first result, or among the first ten results. For PostgreSQL, they are measured with "filling".',
  );
  printKinds(measured);
  const figures = SETS.map(set => ({ set, ...setFigures(measured, set) })).filter(({ cases }) => cases > 0);
  printTimes(measured, figures);
  printAims(aimsOf(measured, figures));
}

function printKinds({ data, ranks, sample, postgres }: Measured): void {
  const ours = tallies(data.cases, ranks);
  const theirs = tallies(
    sample.map(i => data.cases[i] as PlaceCase),
    postgres.filling.ranks,
  );
  printTable(
    ['cases', 'number', 'first, %', 'in first ten, %', 'PostgreSQL first, %', 'PostgreSQL in first ten, %'],
    [...ours.entries()]
      .sort(([a], [b]) => (a < b ? 1 : -1))
      .map(([kind, tally]) => [kind, grouped(tally.cases), ...shares(tally), ...shares(theirs.get(kind))]),
  );
}

function shares(tally: Tally | undefined): [string, string] {
  if (!tally) return ['', ''];
  return [percent(tally.first, tally.cases).toFixed(1), percent(tally.amongTen, tally.cases).toFixed(1)];
}

type SetFigures = ReturnType<typeof setFigures> & { set: string };

function setFigures({ data, ranks, took, sample, postgres }: Measured, set: string) {
  const chosen = data.cases.map((_, i) => i).filter(i => data.cases[i]?.set === set);
  const times = chosen.map(i => took.cases[i] as number);
  const theirs = ({ took: times }: PostgresFigures) =>
    times.filter((_, i) => data.cases[sample[i] as number]?.set === set);
  const first = chosen.filter(i => ranks[i] === 1).length;
  const found = chosen.filter(i => (ranks[i] as number) > 0).length;
  return {
    cases: chosen.length,
    first: percent(first, chosen.length),
    amongTen: percent(found, chosen.length),
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    p999: quantile(times, 0.999),
    stopping: {
      p50: quantile(theirs(postgres.stopping), 0.5),
      p99: quantile(theirs(postgres.stopping), 0.99),
    },
    filling: { p50: quantile(theirs(postgres.filling), 0.5), p99: quantile(theirs(postgres.filling), 0.99) },
  };
}

function printTimes({ took, worst, one, ten, buildMs }: Measured, figures: readonly SetFigures[]): void {
  const ms = (value: number) => value.toFixed(3);
  printTable(
    [
      'milliseconds',
      'p50',
      'p99',
      'p99.9',
      'PostgreSQL stopping p50',
      'PostgreSQL stopping p99',
      'PostgreSQL filling p50',
      'PostgreSQL filling p99',
    ],
    [
      ...figures.map(({ set, p50, p99, p999, stopping, filling }) => [
        set,
        ...[p50, p99, p999, stopping.p50, stopping.p99, filling.p50, filling.p99].map(ms),
      ]),
      ['worst queries', ...[0.5, 0.99, 0.999].map(share => ms(quantile(took.worst, share))), '', '', '', ''],
    ],
  );
  const slowest = worst
    .map(({ query }, i) => ({ query, tookMs: took.worst[i] as number }))
    .sort((a, b) => b.tookMs - a.tookMs)
    .slice(0, 5);
  printText(
    `The most expensive queries, in ms: ${slowest.map(({ query, tookMs }) => `\`${query.slice(0, 40)}\` ${ms(tookMs)}`).join(', ')}.`,
  );
  const row = (name: string, { names, snapshotBytes, memoryBytes, readyMs, medianMs, p99Ms }: Alone) => [
    name,
    grouped(names),
    grouped(snapshotBytes / MEGABYTE),
    grouped(snapshotBytes / names),
    grouped(memoryBytes / MEGABYTE),
    grouped(readyMs),
    ms(medianMs),
    ms(p99Ms),
  ];
  printTable(
    [
      'in a separate process',
      'names',
      'file MB',
      'bytes per name',
      'memory MB',
      'ready ms',
      'p50 ms',
      'p99 ms',
    ],
    [row('original names', one), row('ten times the names', ten)],
  );
  printText(`Building the index from rows took ${grouped(buildMs / 1000, 1)} s.`);
}

function aimsOf(measured: Measured, figures: readonly SetFigures[]): Aim[] {
  const { data, ranks, took, one, ten } = measured;
  const aims: Aim[] = [];
  const atLeast = (what: string, least: number, figure: number, digits = 1) =>
    aims.push({ what, target: `≥ ${least}`, figure: figure.toFixed(digits), reached: figure >= least });
  const atMost = (what: string, most: number, figure: number, digits = 1) =>
    aims.push({ what, target: `≤ ${most}`, figure: figure.toFixed(digits), reached: figure <= most });
  for (const { set, first, amongTen, p50, p99, stopping, filling } of figures) {
    const isPublic = set === 'public';
    atLeast(`${set}: expected place ranked first, %`, isPublic ? 97 : 94, first);
    atLeast(`${set}: expected place in first ten, %`, isPublic ? 99.9 : 99.5, amongTen);
    for (const [way, theirs] of Object.entries({ stopping, filling })) {
      atLeast(
        `${set}: speed relative to PostgreSQL (${way}), median`,
        isPublic ? 200 : 80,
        theirs.p50 / p50,
        1,
      );
      atLeast(`${set}: speed relative to PostgreSQL (${way}), p99`, isPublic ? 50 : 25, theirs.p99 / p99, 1);
    }
  }
  const byKind = tallies(data.cases, ranks);
  const typos = [...byKind].filter(([kind]) => kind.includes('typo'));
  atLeast(
    'each kind of typing error: expected place in first ten, %',
    96,
    Math.min(...typos.map(([, t]) => percent(t.amongTen, t.cases))),
  );
  const codes = byKind.get('generated, iata');
  if (codes) atLeast('IATA codes ranked first, %', 100, percent(codes.first, codes.cases));
  atMost('worst queries, p99.9 ms', 10, quantile(took.worst, 0.999), 2);
  atMost('ready, ms', 500, one.readyMs, 0);
  atMost('memory, MB', 200, one.memoryBytes / MEGABYTE, 0);
  atMost('bytes per name', 120, one.snapshotBytes / one.names, 0);
  atMost('median with ten times the names, ratio', 1.5, ten.medianMs / one.medianMs, 2);
  return aims;
}
