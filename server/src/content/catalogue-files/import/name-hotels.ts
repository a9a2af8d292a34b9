/** Finds the hotel of each line. An operator's id leads to the hotel that has it, and to no other. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { hotelIdOf } from '../../catalogue/hotel-id.ts';
import { hotelNames, parseRecord } from '../catalogue-record.ts';
import type { FileRecord } from '../file-record.ts';
import { findSourceHolders, type NamedLine, noteHotels, type SourceHolder } from './named-hotels-store.ts';
import type { ProblemList } from './problem-list.ts';

export interface NamedRecord extends NamedLine {
  value: object;
}

export interface NamedRecords {
  /** The records that can be processed further. */
  named: NamedRecord[];
  /** An invalid line does not identify its hotel. */
  hasUnnamed: boolean;
}

/** Represents a record that cannot be read although it identifies its hotel. */
const BAD: object = {};

export async function nameHotels(
  tx: Database,
  environment: Environment,
  batch: readonly FileRecord[],
  problems: ProblemList,
): Promise<NamedRecords> {
  const lines = batch.map(record => ({ ...record, ...hotelNames(record.value) }));
  const sourceIds = new Set(lines.flatMap(({ sourceId = [] }) => sourceId));
  const holders = await findSourceHolders(tx, environment, [...sourceIds]);
  const named: NamedRecord[] = [];
  for (const line of lines) {
    for (const fault of line.faults) problems.tell(line.line, fault);
    const found = nameOf(line, environment, holders, problems);
    if (found === undefined) refuseUnnamed(line, problems);
    else named.push(found);
  }
  return { named: await withoutRepeats(tx, named, problems), hasUnnamed: named.length < lines.length };
}

interface Line extends FileRecord {
  hotelId: string | undefined;
  sourceId: string | undefined;
}

function nameOf(
  { line, value, faults, sourceId, ...given }: Line,
  environment: Environment,
  holders: Map<string, SourceHolder>,
  problems: ProblemList,
): NamedRecord | undefined {
  const holder = sourceId === undefined ? undefined : holders.get(sourceId);
  const ownId = sourceId === undefined ? undefined : hotelIdOf(environment, sourceId);
  const hotelId = given.hotelId ?? holder?.hotelId ?? ownId;
  if (hotelId === undefined) return undefined;
  if (holder !== undefined && holder.hotelId !== hotelId) {
    const where = holder.line === null ? '' : ` on line ${holder.line}`;
    const message = `The sourceId ${sourceId} already belongs to the hotel ${holder.hotelId}${where}.`;
    problems.tell(line, { path: '/sourceId', message });
    return { line, hotelId, sourceId: undefined, value: BAD };
  }
  if (sourceId !== undefined) holders.set(sourceId, holder ?? { hotelId, line });
  return { line, hotelId, sourceId, value: faults.length > 0 ? BAD : (value as object) };
}

function refuseUnnamed({ line, value, faults }: Line, problems: ProblemList): void {
  if (faults.length > 0) return;
  const parsed = parseRecord(value, '');
  if (Array.isArray(parsed)) for (const fault of parsed) problems.tell(line, fault);
}

async function withoutRepeats(
  tx: Database,
  named: readonly NamedRecord[],
  problems: ProblemList,
): Promise<NamedRecord[]> {
  const repeats = new Set<number>();
  for (const { hotelId, line, firstLine } of await noteHotels(tx, named)) {
    repeats.add(line);
    problems.tell(line, {
      path: '',
      message: `The hotel ${hotelId} is already listed on line ${firstLine}.`,
    });
  }
  return named.filter(({ line, value }) => value !== BAD && !repeats.has(line));
}
