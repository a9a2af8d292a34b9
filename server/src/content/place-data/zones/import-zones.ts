/** Imports a file of tourism zones, either completely or not at all. Reports every problem. */
import { basename } from 'node:path';
import type { Database } from '../../../platform/database/connect.ts';
import { openTextFile } from '../../../platform/text-files/open-text-file.ts';
import { TextFileError } from '../../../platform/text-files/text-file-error.ts';
import { NoChange, writeCatalogue } from '../../catalogue-change-store.ts';
import { rebuildContext } from '../context/rebuild-context.ts';
import { raisePlacesVersion, updateHotelPlaces } from '../follow-places-store.ts';
import { completeNamesIn } from '../seed/pending-names.ts';
import { createStaging } from '../staging/staging-store.ts';
import { parseZones, type Zone } from './parse-zones.ts';
import {
  countMembers,
  findMembers,
  findUnknownZones,
  mergeZone,
  retireOtherZones,
  retireZones,
  updateZoneSummaries,
} from './zone-store.ts';

export interface ImportZonesOptions {
  dryRun: boolean;
  /** Zones that the file does not contain become INACTIVE. */
  removeMissing: boolean;
  /** Receives messages such as `zones.json: zone 3: the zone has no id`. */
  onProblem(text: string): void;
  onWait?: (() => void) | undefined;
}

export interface ZonesSummary {
  created: number;
  changed: number;
  unchanged: number;
  removed: number;
  problems: number;
  isWritten: boolean;
}

/**
 * The file is read into memory as a whole. Even a file with the outlines of hundreds of zones is much smaller than
 * this.
 */
const MAX_BYTES = 256 * 1024 * 1024;

export async function importZones(
  db: Database,
  path: string,
  options: ImportZonesOptions,
): Promise<ZonesSummary> {
  const { zones, ended, problems } = parseZones(await readJson(path));
  const report = (texts: readonly string[]) => {
    for (const text of texts) options.onProblem(`${basename(path)}: ${text}`);
  };
  report(problems);
  const write = async (tx: Database, changeId: number): Promise<ZonesSummary> => {
    await completeNamesIn(tx);
    const unknown = [...(await unknownMembers(tx, zones)), ...(await unknownZones(tx, ended))];
    report(unknown);
    const faults = problems.length + unknown.length;
    const none = { created: 0, changed: 0, unchanged: 0, removed: 0, problems: faults, isWritten: false };
    if (faults > 0) throw new NoChange(none);
    const summary = { ...none, ...(await mergeZones(tx, changeId, { zones, ended, ...options })) };
    const empty = await emptyZones(tx, zones);
    report(empty);
    const isChanged = summary.created + summary.changed + summary.removed > 0;
    const result = { ...summary, problems: empty.length };
    if (empty.length > 0 || !isChanged || options.dryRun) throw new NoChange(result);
    await updateZoneSummaries(tx, changeId);
    await updateHotelPlaces(tx);
    await raisePlacesVersion(tx);
    return { ...result, isWritten: true };
  };
  return writeCatalogue(db, 'import of zones', write, options);
}

interface ZoneChanges {
  zones: readonly Zone[];
  ended: readonly string[];
  removeMissing: boolean;
}

async function mergeZones(tx: Database, changeId: number, { zones, ended, removeMissing }: ZoneChanges) {
  await createStaging(tx);
  const counts = { created: 0, changed: 0, unchanged: 0, removed: 0 };
  for (const zone of zones) counts[await mergeZone(tx, changeId, zone, 'update')] += 1;
  counts.removed = await retireZones(tx, changeId, ended);
  if (removeMissing) {
    const listed = zones.map(({ id }) => id);
    counts.removed += await retireOtherZones(tx, changeId, listed);
  }
  if (counts.created + counts.changed + counts.removed > 0) {
    await rebuildContext(tx, changeId, { hasStagedAirports: false });
  }
  return counts;
}

async function unknownZones(tx: Database, ended: readonly string[]): Promise<string[]> {
  return (await findUnknownZones(tx, ended)).map(
    id => `${id}: there is no zone with this id. Correct the id, or remove the entry`,
  );
}

async function unknownMembers(tx: Database, zones: readonly Zone[]): Promise<string[]> {
  const problems: string[] = [];
  for (const { id, members } of zones) {
    if (members === null) continue;
    const known = await findMembers(tx, members);
    for (const placeId of members) {
      if (!known.has(placeId))
        problems.push(`${id}: ${placeId} is unknown or cannot be part of a zone. Correct or remove it`);
    }
  }
  return problems;
}

/** A zone without places would have no location. */
async function emptyZones(tx: Database, zones: readonly Zone[]): Promise<string[]> {
  const counts = await countMembers(
    tx,
    zones.map(({ id }) => id),
  );
  return zones.flatMap(({ id }) => ((counts.get(id) ?? 0) > 0 ? [] : [`${id}: the zone contains no places`]));
}

async function readJson(path: string): Promise<unknown> {
  const file = await openTextFile(path, { maxLineBytes: MAX_BYTES });
  const tooLarge = new TextFileError(
    { file: path },
    'the file is larger than 256 MiB.',
    'Split it into several files.',
  );
  if (file.totalBytes > MAX_BYTES) {
    file.close();
    throw tooLarge;
  }
  const parts: string[] = [];
  let characters = 0;
  for await (const { lines } of file.lineBatches()) {
    for (const line of lines) {
      parts.push(line);
      characters += line.length;
      if (characters > MAX_BYTES) throw tooLarge;
    }
  }
  try {
    return JSON.parse(parts.join('\n'));
  } catch (error) {
    const fault = `this is not valid JSON: ${(error as Error).message}.`;
    throw new TextFileError(
      { file: path },
      fault,
      'The file must contain one JSON value. It may be truncated.',
    );
  }
}
