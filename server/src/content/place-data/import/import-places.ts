/** Imports public place files in one transaction, either completely or not at all. */
import type { Database } from '../../../platform/database/connect.ts';
import { NoChange, writeCatalogue } from '../../catalogue-change-store.ts';
import { rebuildContext } from '../context/rebuild-context.ts';
import { moveStrandedHotels, raisePlacesVersion, updateHotelPlaces } from '../follow-places-store.ts';
import { languageOfCountry } from '../name-class.ts';
import { completeNamesIn } from '../seed/pending-names.ts';
import { mergeNames } from '../staging/merge-names-store.ts';
import { mergePlaces, retireMissing } from '../staging/merge-places-store.ts';
import { stageAreas } from '../staging/stage-areas.ts';
import { createStaging } from '../staging/staging-store.ts';
import { updateZoneSummaries } from '../zones/zone-store.ts';
import {
  addLookups,
  createImportStaging,
  listCountryCodes,
  mergeAlternates,
  mergeHierarchy,
} from './names-store.ts';
import { FILE_KINDS, type ReadingOptions, recogniseFile, type SourceFile } from './source-file.ts';
import { newStagingState, type StagingState, stageFile } from './stage-files.ts';

export interface ImportPlacesOptions extends ReadingOptions {
  minPopulation: number;
  /** Places from the same source that a full file does not contain become INACTIVE. */
  removeMissing: boolean;
  /** A city's names in a known language are removed if the file of names does not contain them. */
  replaceNames: boolean;
  skipBad: boolean;
  dryRun: boolean;
  onWait?: (() => void) | undefined;
  onPhase?: ((phase: string) => void) | undefined;
}

export interface PlacesSummary {
  created: number;
  changed: number;
  removed: number;
  names: number;
  /** Regions and countries without any city. Their location is unknown, so they are left out. */
  unplaced: number;
  /** Hotels that were moved to another city because theirs was retired. */
  movedHotels: number;
  problems: number;
  /** True if the requested removal was skipped because of bad lines. */
  removalSkipped: boolean;
  isWritten: boolean;
}

/** Throws `TextFileError` if a file cannot be read at all. Bad lines are reported through `onProblem`. */
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
  await completeNamesIn(tx);
  await createStaging(tx);
  await createImportStaging(tx);
  const state = newStagingState();
  for (const file of files) await stageFile(tx, file, state, { ...options, onProblem });
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
  const merged = await merge(tx, changeId, state, { ...options, removeMissing });
  const { created, changed, removed, names } = merged;
  const isChanged = created + changed + removed + names > 0;
  const movedHotels = isChanged ? await updateSurroundings(tx, changeId, state, options) : 0;
  const summary = { ...merged, movedHotels, problems, removalSkipped, isWritten: false };
  if (!isChanged || options.dryRun) throw new NoChange(summary);
  await raisePlacesVersion(tx);
  return { ...summary, isWritten: true };
}

async function merge(
  tx: Database,
  changeId: number,
  state: StagingState,
  { removeMissing, replaceNames }: Pick<ImportPlacesOptions, 'removeMissing' | 'replaceNames'>,
): Promise<Omit<PlacesSummary, 'movedHotels' | 'problems' | 'removalSkipped' | 'isWritten'>> {
  const { counts, areas, areaOfId } = state;
  const hasAreas = counts.cities > 0 || areas.length > 0;
  const unplaced = hasAreas ? await stageAreas(tx, state.nextN, areas) : 0;
  const { created, changed } = await mergePlaces(tx, changeId, 'update');
  let names = await mergeNames(tx, 'update');
  let removed = 0;
  if (removeMissing && counts.cities > 0) {
    const isSmall = (id: string) => state.smallIds.has(Number(id));
    removed += await retireMissing(tx, changeId, 'geonames', isSmall);
  }
  if (removeMissing && counts.airports > 0) {
    removed += await retireMissing(tx, changeId, 'ourairports', () => false);
  }
  await addLookups(tx, areaOfId, await localLanguages(tx, state));
  const moved = counts.hierarchy > 0 ? await mergeHierarchy(tx, changeId) : 0;
  if (counts.names > 0) names += await mergeAlternates(tx, { replace: replaceNames });
  return { created, changed: changed + moved, removed, names, unplaced };
}

async function localLanguages(tx: Database, { languages }: StagingState): Promise<[string, string][]> {
  const codes = await listCountryCodes(tx);
  return codes.flatMap(code => {
    const known = [...(languages.get(code) ?? []), languageOfCountry(code) ?? 'en'];
    return [...new Set(known)].map((language): [string, string] => [code, language]);
  });
}

async function updateSurroundings(
  tx: Database,
  changeId: number,
  state: StagingState,
  { onPhase, onProgress }: ImportPlacesOptions,
): Promise<number> {
  onPhase?.('Linking places to airports and zones');
  await rebuildContext(tx, changeId, {
    hasStagedAirports: state.counts.airports > 0,
    onProgress: (done, total) => onProgress('surroundings', done, total === 0 ? 1 : done / total),
  });
  await updateZoneSummaries(tx, changeId);
  const movedHotels = await moveStrandedHotels(tx, changeId);
  await updateHotelPlaces(tx);
  return movedHotels;
}
