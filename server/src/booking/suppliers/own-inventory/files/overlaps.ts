/** Finds lines that set the same field for the same night. Efficient even if a file has one line per night for many years. Pure. */
import type { AllotmentLine, RateLine } from '@serai/contract/inventory/inventory-cells.ts';
import { fieldsOf, weekdayBitsOf } from './check-lines.ts';

/** A range of weeks for one weekday. Both ends are inclusive. */
interface Weeks {
  first: number;
  last: number;
  line: number;
}

const DAY_MS = 86_400_000;
const DAYS = [0, 1, 2, 3, 4, 5, 6] as const;

/** Two lines that set the same field for the same night are rejected, because neither has precedence. */
export class Overlaps {
  /** Sorted, disjoint ranges by field and weekday, so that binary search works. */
  readonly #taken = new Map<string, Weeks[]>();
  readonly #nameOf: (line: number) => string;

  constructor(nameOf: (line: number) => string = line => `Line ${line}`) {
    this.#nameOf = nameOf;
  }

  add(record: AllotmentLine | RateLine, line: number): string[] {
    const plan = 'planCode' in record ? record.planCode : '';
    const days = weeksByDay(record, line);
    return fieldsOf(record).flatMap(field => {
      const key = JSON.stringify([record.hotelId, plan, record.roomCode, field]);
      const others = days.flatMap(([day, weeks]) => this.#take(`${key}${day}`, weeks) ?? []);
      if (others.length === 0) return [];
      return [`${this.#nameOf(Math.min(...others))} already sets ${field} for some of these nights.`];
    });
  }

  /** Returns the line that already covers some of the weeks, or undefined if no line does. */
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
  // 1970-01-01 was a Thursday. With an offset of 3, weeks start on Monday.
  const [from, to] = [record.from, record.to].map(date => Date.parse(date) / DAY_MS + 3) as [number, number];
  return DAYS.flatMap((day): [number, Weeks][] => {
    const [first, last] = [Math.ceil((from - day) / 7), Math.floor((to - day) / 7)];
    return ((bits >> day) & 1) === 1 && first <= last ? [[day, { first, last, line }]] : [];
  });
}
