/** Brings public files of places into the tables: all of it in one transaction, or nothing. */
import type { Database } from '../../../platform/database/connect.ts';
import { NoChange, writeCatalogue } from '../../catalogue-change-store.ts';
import { rebuildContext } from '../context/rebuild-context.ts';
import { followPlaces, raisePlacesVersion } from '../follow-places-store.ts';
import { languageOfCountry } from '../name-class.ts';
import { rehomeHotels } from '../rehome-hotels-store.ts';
import { mergeNames } from '../staging/merge-names-store.ts';
import { mergePlaces } from '../staging/merge-places-store.ts';
import { stageAreas } from '../staging/stage-areas.ts';
import { createStaging } from '../staging/staging-store.ts';
import { settleZones } from '../zones/zone-store.ts';
import { FILE_KINDS } from './file-kind.ts';
import { type Gathered, startGathering } from './gathered.ts';
import {
  addKnowledge,
  createImportStaging,
  listCountryCodes,
  mergeAlternates,
  mergeHierarchy,
} from './names-store.ts';
import { retireMissing } from './retire-missing-store.ts';
import { type ReadingOptions, recogniseFile, type SourceFile } from './source-file.ts';
import { stageFile } from './stage-files.ts';

export interface ImportPlacesOptions extends ReadingOptions {
  minPopulation: number;
  /** Places of a full file's source that it does not have become INACTIVE. */
  removeMissing: boolean;
  /** Names in a known language that a file of names no longer has for a city are removed. */
  replaceNames: boolean;
  skipBad: boolean;
  dryRun: boolean;
  /** Another import is at work, and this one waits for it. */
  onWait?: (() => void) | undefined;
  onPhase?: ((phase: string) => void) | undefined;
}

export interface PlacesSummary {
  created: number;
  changed: number;
  removed: number;
  /** Names that were added, changed or removed. */
  names: number;
  /** Regions and countries without any city, which have no known location. */
  unplaced: number;
  /** Hotels whose city ended, and that belong to another one now. */
  movedHotels: number;
  problems: number;
  /** Nothing was removed, since a bad line does not say which place it is about. */
  removalSkipped: boolean;
  isWritten: boolean;
}

/** Fails with TextFileError for a file that cannot be read at all; bad lines are told as problems. */
export async function importPlaces(
  db: Database,
  paths: readonly string[],
  options: ImportPlacesOptions,
): Promise<PlacesSummary> {
  const files: SourceFile[] = [];
  for (const path of paths) files.push(await recogniseFile(path));
  const rank = ({ rule }: SourceFile) => FILE_KINDS.indexOf(rule);
  files.sort((a, b) => rank(a) - rank(b));
  const write = (tx: Database, changeId: number) => run(tx, changeId, files, options);
  return writeCatalogue(db, 'import of places', write, options);
}

async function run(
  tx: Database,
  changeId: number,
  files: readonly SourceFile[],
  options: ImportPlacesOptions,
): Promise<PlacesSummary> {
  let problems = 0;
  const onProblem = (text: string) => {
    problems += 1;
    options.onProblem(text);
  };
  await createStaging(tx);
  await createImportStaging(tx);
  const gathered = startGathering();
  for (const file of files) await stageFile(tx, file, gathered, { ...options, onProblem });
  if (problems > 0 && !options.skipBad && !options.dryRun) {
    throw new NoChange({
      created: 0,
      changed: 0,
      removed: 0,
      names: 0,
      unplaced: 0,
      movedHotels: 0,
      problems,
      removalSkipped: options.removeMissing,
      isWritten: false,
    });
  }
  options.onPhase?.('Merging');
  const removalSkipped = options.removeMissing && problems > 0;
  const removeMissing = options.removeMissing && !removalSkipped;
  const merged = await merge(tx, changeId, gathered, { ...options, removeMissing });
  const { created, changed, removed, names } = merged;
  const isChanged = created + changed + removed + names > 0;
  const movedHotels = isChanged ? await settleSurroundings(tx, changeId, gathered, options) : 0;
  const summary = { ...merged, movedHotels, problems, removalSkipped, isWritten: false };
  if (!isChanged || options.dryRun) throw new NoChange(summary);
  await raisePlacesVersion(tx);
  return { ...summary, isWritten: true };
}

async function merge(
  tx: Database,
  changeId: number,
  gathered: Gathered,
  { removeMissing, replaceNames }: Pick<ImportPlacesOptions, 'removeMissing' | 'replaceNames'>,
): Promise<Omit<PlacesSummary, 'movedHotels' | 'problems' | 'removalSkipped' | 'isWritten'>> {
  const { counts, areas, areaOfId } = gathered;
  const hasAreas = counts.cities > 0 || areas.length > 0;
  const unplaced = hasAreas ? await stageAreas(tx, gathered.nextN, areas) : 0;
  const { created, changed } = await mergePlaces(tx, changeId, 'update');
  let names = await mergeNames(tx, 'update');
  let removed = 0;
  if (removeMissing && counts.cities > 0) {
    const isSmall = (id: string) => gathered.smallIds.has(Number(id));
    removed += await retireMissing(tx, changeId, 'geonames', isSmall);
  }
  if (removeMissing && counts.airports > 0) {
    removed += await retireMissing(tx, changeId, 'ourairports', () => false);
  }
  await addKnowledge(tx, areaOfId, await localLanguages(tx, gathered));
  const moved = counts.hierarchy > 0 ? await mergeHierarchy(tx, changeId) : 0;
  if (counts.names > 0) names += await mergeAlternates(tx, { replace: replaceNames });
  return { created, changed: changed + moved, removed, names, unplaced };
}

async function localLanguages(tx: Database, { languages }: Gathered): Promise<[string, string][]> {
  const codes = await listCountryCodes(tx);
  return codes.flatMap(code => {
    const known = [...(languages.get(code) ?? []), languageOfCountry(code) ?? 'en'];
    return [...new Set(known)].map((language): [string, string] => [code, language]);
  });
}

/** How many hotels got another city. */
async function settleSurroundings(
  tx: Database,
  changeId: number,
  gathered: Gathered,
  { onPhase, onProgress }: ImportPlacesOptions,
): Promise<number> {
  onPhase?.('Finding surroundings');
  await rebuildContext(tx, changeId, {
    hasStagedAirports: gathered.counts.airports > 0,
    onProgress: (done, total) => onProgress('surroundings', done, total === 0 ? 1 : done / total),
  });
  await settleZones(tx, changeId);
  const movedHotels = await rehomeHotels(tx, changeId);
  await followPlaces(tx);
  return movedHotels;
}
