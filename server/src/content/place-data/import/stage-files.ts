/** Reads the files of an import into the staging tables, each kind its own way. Memory does not grow with a file. */
import { basename } from 'node:path';
import type { Database } from '../../../platform/database/connect.ts';
import { parseAlternateLine } from '../geonames/alternate-name-line.ts';
import { parseCityLine } from '../geonames/city-line.ts';
import {
  type ParsedLine,
  parseCountryLine,
  parseHierarchyLine,
  parseLanguageLine,
  parseRegionLine,
} from '../geonames/reference-lines.ts';
import { copyRow } from '../staging/copy-text.ts';
import { stagedPlaceRow } from '../staging/staged-place.ts';
import { copyPlaces, stagePlaces } from '../staging/staging-store.ts';
import type { Gathered } from './gathered.ts';
import { IdSet } from './id-set.ts';
import { copyAlternates, copyHierarchy, listGeonameIds } from './names-store.ts';
import { readAirportsFile } from './read-airports-file.ts';
import { type ReadingOptions, readSource, type SourceFile } from './source-file.ts';

export interface StagingOptions extends ReadingOptions {
  minPopulation: number;
}

export async function stageFile(
  tx: Database,
  file: SourceFile,
  gathered: Gathered,
  options: StagingOptions,
): Promise<void> {
  switch (file.rule.kind) {
    case 'cities':
      return copyFrom(cityChunks(file, gathered, options), chunks => copyPlaces(tx, chunks));
    case 'names': {
      const known = await listGeonameIds(tx, gathered.areaOfId);
      return copyFrom(nameChunks(file, gathered, known, options), chunks => copyAlternates(tx, chunks));
    }
    case 'hierarchy': {
      const known = await listGeonameIds(tx, new Map());
      return copyFrom(hierarchyChunks(file, gathered, known, options), chunks => copyHierarchy(tx, chunks));
    }
    case 'airports': {
      const airports = await readAirportsFile(file, options);
      await stagePlaces(tx, gathered.nextN, airports);
      gathered.nextN += airports.length;
      gathered.counts.airports += airports.length;
      return;
    }
    default:
      return readReferences(file, gathered, options);
  }
}

/** A file that cannot be read ends the COPY, and the server's words about that would hide the reason. */
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

async function* cityChunks(
  file: SourceFile,
  gathered: Gathered,
  options: StagingOptions,
): AsyncGenerator<string> {
  const name = basename(file.path);
  for await (const batch of readSource(file, options)) {
    let chunk = '';
    for (const { number, text } of batch) {
      const line = parseCityLine(text, options.minPopulation);
      if (line.kind === 'problem') options.onProblem(`${name}:${number}: ${line.problem}`);
      else if (!gathered.geonameIds.add(line.geonameId)) {
        options.onProblem(`${name}:${number}: the id ${line.geonameId} stands twice`);
      } else if (line.kind === 'area') gathered.areaOfId.set(line.geonameId, line.area);
      else if (line.kind === 'small') gathered.smallIds.add(line.geonameId);
      else if (line.kind === 'place') {
        chunk += copyRow(stagedPlaceRow(gathered.nextN, line.place));
        gathered.nextN += 1;
        gathered.counts.cities += 1;
      }
    }
    if (chunk !== '') yield chunk;
  }
}

async function* nameChunks(
  file: SourceFile,
  gathered: Gathered,
  known: IdSet,
  options: StagingOptions,
): AsyncGenerator<string> {
  const name = basename(file.path);
  const seen = new IdSet();
  for await (const batch of readSource(file, options)) {
    let chunk = '';
    for (const { number, text } of batch) {
      const line = parseAlternateLine(text, gathered.shortOf);
      if (line.kind === 'problem') options.onProblem(`${name}:${number}: ${line.problem}`);
      else if (!seen.add(line.nameId))
        options.onProblem(`${name}:${number}: the id ${line.nameId} stands twice`);
      else if (line.kind === 'name' && known.has(line.name.geonameId)) {
        const { geonameId, language, kind, isPreferred } = line.name;
        chunk += copyRow([geonameId, line.name.name, language, kind, isPreferred ? 't' : 'f']);
        gathered.counts.names += 1;
      }
    }
    if (chunk !== '') yield chunk;
  }
}

async function* hierarchyChunks(
  file: SourceFile,
  gathered: Gathered,
  known: IdSet,
  options: StagingOptions,
): AsyncGenerator<string> {
  const name = basename(file.path);
  for await (const batch of readSource(file, options)) {
    let chunk = '';
    for (const { number, text } of batch) {
      const line = parseHierarchyLine(text);
      if ('problem' in line) options.onProblem(`${name}:${number}: ${line.problem}`);
      else if (known.has(line.value.parent) && known.has(line.value.child)) {
        chunk += copyRow([line.value.parent, line.value.child]);
        gathered.counts.hierarchy += 1;
      }
    }
    if (chunk !== '') yield chunk;
  }
}

/** Countries, regions and languages: some ten thousand lines at most. */
async function readReferences(file: SourceFile, gathered: Gathered, options: StagingOptions): Promise<void> {
  const name = basename(file.path);
  const seen = new Set<string>();
  for await (const batch of readSource(file, options)) {
    for (const { number, text } of batch) {
      const key = text.slice(0, text.indexOf('\t'));
      const line: ParsedLine<void> = seen.has(key)
        ? { problem: `${key} stands twice` }
        : gatherReference(file, gathered, text);
      seen.add(key);
      if ('problem' in line) options.onProblem(`${name}:${number}: ${line.problem}`);
      else gathered.counts[file.rule.kind] += 1;
    }
  }
}

function gatherReference({ rule }: SourceFile, gathered: Gathered, text: string): ParsedLine<void> {
  if (rule.kind === 'languages') {
    const line = parseLanguageLine(text);
    if ('problem' in line) return line;
    if (line.value !== undefined) gathered.shortOf.set(line.value.long, line.value.short);
    return { value: undefined };
  }
  if (rule.kind === 'countries') {
    const line = parseCountryLine(text);
    if ('problem' in line) return line;
    const { area, geonameId, languages } = line.value;
    gathered.areas.push(area);
    gathered.languages.set(area.code, languages);
    if (geonameId !== undefined) gathered.areaOfId.set(geonameId, area.code);
    return { value: undefined };
  }
  const source = rule.kind === 'first regions' ? 'geonames-admin1' : 'geonames-admin2';
  const line = parseRegionLine(text, source);
  if ('problem' in line) return line;
  gathered.areas.push(line.value.area);
  gathered.areaOfId.set(line.value.geonameId, line.value.area.code);
  return { value: undefined };
}
