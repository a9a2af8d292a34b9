/**
 * Reads the files of an import into the staging tables. Large files are streamed, so memory use hardly depends on their
 * size.
 */

import { basename } from 'node:path';
import type { Database } from '../../../platform/database/connect.ts';
import { parseCityLine } from '../geonames/city-line.ts';
import {
  type ParsedLine,
  parseAlternateLine,
  parseCountryLine,
  parseHierarchyLine,
  parseLanguageLine,
  parseRegionLine,
} from '../geonames/reference-lines.ts';
import { copyRow } from '../staging/copy-text.ts';
import type { NamedArea } from '../staging/stage-areas.ts';
import { stagedPlaceRow } from '../staging/staged-place.ts';
import { copyPlaces, stagePlaces } from '../staging/staging-store.ts';
import { IdSet } from './id-set.ts';
import { copyAlternates, copyHierarchy, listGeonameIds } from './names-store.ts';
import { readAirportsFile } from './read-airports-file.ts';
import {
  FILE_KINDS,
  type FileKind,
  type ReadingOptions,
  readSource,
  type SourceFile,
} from './source-file.ts';

export interface StagingState {
  /** The number of the next staged place. */
  nextN: number;
  areas: NamedArea[];
  /** Codes such as `ES`, `ES.56` or `ES.56.B`, by the GeoNames id of the area. */
  areaOfId: Map<number, string>;
  languages: Map<string, string[]>;
  shortOf: Map<string, string>;
  geonameIds: IdSet;
  smallIds: IdSet;
  counts: Record<FileKind, number>;
}

export function newStagingState(): StagingState {
  return {
    nextN: 1,
    areas: [],
    areaOfId: new Map(),
    languages: new Map(),
    shortOf: new Map(),
    geonameIds: new IdSet(),
    smallIds: new IdSet(),
    counts: Object.fromEntries(FILE_KINDS.map(({ kind }) => [kind, 0])) as StagingState['counts'],
  };
}

export interface StagingOptions extends ReadingOptions {
  minPopulation: number;
}

export async function stageFile(
  tx: Database,
  file: SourceFile,
  state: StagingState,
  options: StagingOptions,
): Promise<void> {
  switch (file.rule.kind) {
    case 'cities':
      return copyFrom(
        rowChunks(file, options, text => cityRow(text, state, options.minPopulation)),
        chunks => copyPlaces(tx, chunks),
      );
    case 'names': {
      const known = await listGeonameIds(tx, state.areaOfId);
      const seen = new IdSet();
      return copyFrom(
        rowChunks(file, options, text => nameRow(text, state, known, seen)),
        chunks => copyAlternates(tx, chunks),
      );
    }
    case 'hierarchy': {
      const known = await listGeonameIds(tx, new Map());
      return copyFrom(
        rowChunks(file, options, text => hierarchyRow(text, state, known)),
        chunks => copyHierarchy(tx, chunks),
      );
    }
    case 'airports': {
      const airports = await readAirportsFile(file, options);
      await stagePlaces(tx, state.nextN, airports);
      state.nextN += airports.length;
      state.counts.airports += airports.length;
      return;
    }
    default:
      return readReferences(file, state, options);
  }
}

/** Throws the error from reading the file, which the error of the aborted COPY would hide. */
async function copyFrom(
  chunks: AsyncIterable<string>,
  copy: (chunks: AsyncIterable<string>) => Promise<void>,
): Promise<void> {
  let reason: unknown;
  async function* watched(): AsyncGenerator<string> {
    try {
      yield* chunks;
    } catch (error) {
      reason = error;
      throw error;
    }
  }
  try {
    await copy(watched());
  } catch (error) {
    throw reason ?? error;
  }
}

type Problem = { problem: string };

/** Turns each line into a row for COPY. `rowOf` returns an empty string for lines that are not staged. */
async function* rowChunks(
  file: SourceFile,
  options: StagingOptions,
  rowOf: (text: string) => string | Problem,
): AsyncGenerator<string> {
  const name = basename(file.path);
  for await (const batch of readSource(file, options)) {
    let chunk = '';
    for (const { number, text } of batch) {
      const row = rowOf(text);
      if (typeof row === 'string') chunk += row;
      else options.onProblem(`${name}:${number}: ${row.problem}`);
    }
    if (chunk !== '') yield chunk;
  }
}

function cityRow(text: string, state: StagingState, minPopulation: number): string | Problem {
  const line = parseCityLine(text, minPopulation);
  if (line.kind === 'problem') return line;
  if (!state.geonameIds.add(line.geonameId)) return { problem: `duplicate id ${line.geonameId}` };
  if (line.kind === 'area') state.areaOfId.set(line.geonameId, line.area);
  else if (line.kind === 'small') state.smallIds.add(line.geonameId);
  if (line.kind !== 'place') return '';
  state.counts.cities += 1;
  return copyRow(stagedPlaceRow(state.nextN++, line.place));
}

function nameRow(text: string, state: StagingState, known: IdSet, seen: IdSet): string | Problem {
  const line = parseAlternateLine(text, state.shortOf);
  if (line.kind === 'problem') return line;
  if (!seen.add(line.nameId)) return { problem: `duplicate id ${line.nameId}` };
  if (line.kind !== 'name' || !known.has(line.name.geonameId)) return '';
  const { geonameId, name, language, kind, isPreferred } = line.name;
  state.counts.names += 1;
  return copyRow([geonameId, name, language, kind, isPreferred ? 't' : 'f']);
}

function hierarchyRow(text: string, state: StagingState, known: IdSet): string | Problem {
  const line = parseHierarchyLine(text);
  if ('problem' in line) return line;
  const { parent, child } = line.value;
  if (!known.has(parent) || !known.has(child)) return '';
  state.counts.hierarchy += 1;
  return copyRow([parent, child]);
}

/** Reads countries, regions and languages: some tens of thousands of lines at most. */
async function readReferences(file: SourceFile, state: StagingState, options: StagingOptions): Promise<void> {
  const name = basename(file.path);
  const seen = new Set<string>();
  for await (const batch of readSource(file, options)) {
    for (const { number, text } of batch) {
      const key = text.slice(0, text.indexOf('\t'));
      const line: ParsedLine<void> = seen.has(key)
        ? { problem: `duplicate entry ${key}` }
        : addReference(file, state, text);
      seen.add(key);
      if ('problem' in line) options.onProblem(`${name}:${number}: ${line.problem}`);
      else state.counts[file.rule.kind] += 1;
    }
  }
}

function addReference({ rule }: SourceFile, state: StagingState, text: string): ParsedLine<void> {
  if (rule.kind === 'languages') {
    const line = parseLanguageLine(text);
    if ('problem' in line) return line;
    if (line.value !== undefined) state.shortOf.set(line.value.long, line.value.short);
    return { value: undefined };
  }
  if (rule.kind === 'countries') {
    const line = parseCountryLine(text);
    if ('problem' in line) return line;
    const { area, geonameId, languages } = line.value;
    state.areas.push(area);
    state.languages.set(area.code, languages);
    if (geonameId !== undefined) state.areaOfId.set(geonameId, area.code);
    return { value: undefined };
  }
  const source = rule.kind === 'first regions' ? 'geonames-admin1' : 'geonames-admin2';
  const line = parseRegionLine(text, source);
  if ('problem' in line) return line;
  state.areas.push(line.value.area);
  state.areaOfId.set(line.value.geonameId, line.value.area.code);
  return { value: undefined };
}
