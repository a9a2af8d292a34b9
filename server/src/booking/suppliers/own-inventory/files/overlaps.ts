/** Pure. Finds lines that set the same of the same night. A file may have a line for every night of many years. */
import type { AllotmentLine, RateLine } from '@serai/contract/inventory/inventory-cells.ts';
import { membersOf, weekdayBitsOf } from './check-lines.ts';

/** Weeks on one day of the week, both included. */
interface Weeks {
  first: number;
  last: number;
  line: number;
}

const DAY_MS = 86_400_000;
const DAYS = [0, 1, 2, 3, 4, 5, 6] as const;

/** Which of two lines would count is not to be guessed. */
export class Overlaps {
  /** Of each member and day of the week, in order and apart from each other: the search stays short. */
  readonly #taken = new Map<string, Weeks[]>();
  readonly #nameOf: (line: number) => string;

  constructor(nameOf: (line: number) => string = line => `Line ${line}`) {
    this.#nameOf = nameOf;
  }

  add(record: AllotmentLine | RateLine, line: number): string[] {
    const plan = 'planCode' in record ? record.planCode : '';
    const days = weeksByDay(record, line);
    return membersOf(record).flatMap(member => {
      const key = JSON.stringify([record.hotelId, plan, record.roomCode, member]);
      const others = days.flatMap(([day, weeks]) => this.#take(`${key}${day}`, weeks) ?? []);
      if (others.length === 0) return [];
      return [`${this.#nameOf(Math.min(...others))} sets ${member} of some of these nights already.`];
    });
  }

  /** The line that has some of the weeks already; undefined where they were free. */
  #take(key: string, weeks: Weeks): number | undefined {
    const taken = this.#taken.get(key) ?? [];
    this.#taken.set(key, taken);
    let [low, high] = [0, taken.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((taken[middle] as Weeks).last < weeks.first) low = middle + 1;
      else high = middle;
    }
    const next = taken[low];
    if (next !== undefined && next.first <= weeks.last) return next.line;
    taken.splice(low, 0, weeks);
    return undefined;
  }
}

function weeksByDay(record: AllotmentLine | RateLine, line: number): [number, Weeks][] {
  const bits = weekdayBitsOf(record);
  // 1970 began on a Thursday; counted so, a week begins on a Monday.
  const [from, to] = [record.from, record.to].map(date => Date.parse(date) / DAY_MS + 3) as [number, number];
  return DAYS.flatMap((day): [number, Weeks][] => {
    const [first, last] = [Math.ceil((from - day) / 7), Math.floor((to - day) / 7)];
    return ((bits >> day) & 1) === 1 && first <= last ? [[day, { first, last, line }]] : [];
  });
}
