/** Checks and writes the merges of an import after its last line, because their targets are only known then. */
import type { Database } from '../../../platform/database/connect.ts';
import { TextFileError } from '../../../platform/text-files/text-file-error.ts';
import type { CatalogueWrite, IdentifiedHotel } from '../../catalogue/catalogue-hotel.ts';
import { addMergeCounts, mergeHotels } from '../../catalogue/writing/merge-hotels.ts';
import { mergeInto, settleMerges } from '../../catalogue/writing/tombstones-store.ts';
import { addRemoved, type ImportCounts, type ProblemList } from './import-report.ts';
import {
  dropMerges,
  dropUnknownMerges,
  listNewMerges,
  listPendingMerges,
  type NewMerge,
  type PendingMerge,
  removeBrokenMerges,
  resolveTargets,
} from './pending-merges-store.ts';

/** The pricing rules that a merge would affect. The pricing area implements it. */
export interface MergeRules {
  /** Makes changes to pricing rules wait until the transaction has ended. */
  lock(tx: Database): Promise<void>;
  /** Active rules that name a merged hotel but not the hotel that replaces it. They would no longer apply. */
  list(
    tx: Database,
    merges: readonly { hotelId: string; into: string }[],
  ): Promise<{ hotelId: string; into: string; ruleId: string; name: string }[]>;
}

/**
 * Reports and drops merges whose chain is circular or ends at an unknown hotel, and merges that would disable a pricing
 * rule. Returns the other merges, without hotels that were already inactive or merged before the import.
 */
export async function checkPendingMerges(
  tx: Database,
  { environment }: CatalogueWrite,
  counts: ImportCounts,
  problems: ProblemList,
  mergeRules: MergeRules,
): Promise<NewMerge[]> {
  await resolveTargets(tx, environment);
  counts.unknown += await dropUnknownMerges(tx, environment);
  for (const { line, hotelId, mergedInto, problem } of await removeBrokenMerges(tx, environment)) {
    const message =
      problem === 'CIRCLE'
        ? `The chain of merged hotels leads back to ${hotelId}.`
        : `The target hotel ${mergedInto} does not exist.`;
    problems.add(line, { path: '/mergedInto', message });
  }
  const merges = await listNewMerges(tx, environment);
  const affected = await rulesByHotel(tx, merges, mergeRules);
  for (const { line, hotelId } of merges) {
    const message = affected.get(hotelId);
    if (message !== undefined) problems.add(line, { path: '/mergedInto', message });
  }
  if (affected.size > 0) await dropMerges(tx, [...affected.keys()]);
  problems.flush();
  return merges.filter(({ hotelId }) => !affected.has(hotelId));
}

/**
 * Call it after the merges are written. Rules are locked only then, because an import can take minutes. Throws
 * TextFileError if a rule that names a merged hotel was created since `checkPendingMerges`.
 */
export async function checkRulesAgain(
  tx: Database,
  merges: readonly NewMerge[],
  mergeRules: MergeRules,
  file: string,
): Promise<void> {
  if (merges.length === 0) return;
  await mergeRules.lock(tx);
  const [message] = (await rulesByHotel(tx, merges, mergeRules)).values();
  if (message !== undefined)
    throw new TextFileError({ file }, lowerFirst(message), 'Then import the file again.');
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** One message for each merged hotel that rules name. */
async function rulesByHotel(
  tx: Database,
  merges: readonly NewMerge[],
  mergeRules: MergeRules,
): Promise<Map<string, string>> {
  if (merges.length === 0) return new Map();
  const rules = Map.groupBy(await mergeRules.list(tx, merges), ({ hotelId }) => hotelId);
  return new Map([...rules].map(([hotelId, named]) => [hotelId, rulesMessage(hotelId, named)]));
}

/** Maximum number of pricing rules that a message lists. */
const MAX_NAMED_RULES = 5;

function rulesMessage(
  hotelId: string,
  rules: readonly { into: string; ruleId: string; name: string }[],
): string {
  const into = rules[0]?.into ?? '';
  const named = rules.slice(0, MAX_NAMED_RULES).map(({ ruleId, name }) => `${ruleId} (${name})`);
  const more = rules.length > named.length ? ` and ${rules.length - named.length} more` : '';
  return `Pricing rules name ${hotelId} but not ${into}, so they would no longer apply after the merge: ${named.join(', ')}${more}. Add ${into} to their hotels or archive them.`;
}

/** Call it after all other hotels are written. */
export async function writePendingMerges(
  tx: Database,
  write: CatalogueWrite,
  counts: ImportCounts,
): Promise<void> {
  for (let after = 0; ; ) {
    const pending = await listPendingMerges(tx, after);
    if (pending.length === 0) break;
    after = pending.at(-1)?.line ?? after;
    await writeMerges(tx, write, counts, pending);
  }
  await settleMerges(tx, write);
}

async function writeMerges(
  tx: Database,
  write: CatalogueWrite,
  counts: ImportCounts,
  pending: readonly PendingMerge[],
): Promise<void> {
  const hotels: IdentifiedHotel[] = [];
  const tombstones: { hotelId: string; mergedInto: string }[] = [];
  for (const { hotelId, target, record } of pending) {
    if (record === null) tombstones.push({ hotelId, mergedInto: target });
    else hotels.push({ ...(JSON.parse(record) as IdentifiedHotel), mergedInto: target });
  }
  if (hotels.length > 0) addMergeCounts(counts, await mergeHotels(tx, write, hotels));
  if (tombstones.length > 0) addRemoved(counts, await mergeInto(tx, write, tombstones));
}
