/** Writes validated allotment and rate lines. The caller must have locked the property. */
import type { AllotmentLine, RateLine } from '@serai/contract/inventory/inventory-cells.ts';
import { canonicalAmount } from '@serai/contract/shared/amounts.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import { fromMoney } from '../../../../platform/money/minor-units.ts';
import { dropExpiredHolds, type PropertyKey } from '../stores/rooms-store.ts';
import {
  type ExceededCell,
  type NewRateLine,
  raiseRatesVersion,
  type WrittenCells,
  writeAllotments,
  writeRates,
} from '../stores/write-store.ts';
import { weekdayBitsOf } from './check-lines.ts';

type OfProperty<Line> = Omit<Line, 'hotelId'>;

export interface CellLines {
  allotments: readonly OfProperty<AllotmentLine>[];
  rates: readonly OfProperty<RateLine>[];
}

export interface CellChanges {
  allotments: WrittenCells;
  rates: WrittenCells;
  /** Nights with more rooms sold and held than their new total. */
  exceeded: ExceededCell[];
}

export async function writeCells(
  tx: Database,
  property: PropertyKey,
  currency: string,
  { allotments, rates }: CellLines,
): Promise<CellChanges> {
  const changes: CellChanges = {
    allotments: { created: 0, changed: 0 },
    rates: { created: 0, changed: 0 },
    exceeded: [],
  };
  await dropExpiredHolds(tx, property);
  if (allotments.length > 0) {
    const lines = allotments.map(line => ({ ...line, weekdayBits: weekdayBitsOf(line) }));
    const { exceeded, ...written } = await writeAllotments(tx, property, lines);
    changes.allotments = written;
    changes.exceeded = exceeded;
  }
  if (rates.length > 0) {
    changes.rates = await writeRates(
      tx,
      property,
      rates.map(line => inMinorUnits(line, currency)),
    );
    if (changes.rates.created + changes.rates.changed > 0) await raiseRatesVersion(tx, property);
  }
  return changes;
}

function inMinorUnits(line: OfProperty<RateLine>, currency: string): NewRateLine {
  const minor = <T extends string | null | undefined>(amount: T) =>
    (typeof amount === 'string'
      ? fromMoney({ amount: canonicalAmount(amount, currency), currency })
      : amount) as number | Exclude<T, string>;
  const all = (map: Record<string, string | null> | undefined) =>
    map && Object.fromEntries(Object.entries(map).map(([key, amount]) => [key, minor(amount)]));
  const { amount, extraAdult, byAdults, children, ...rest } = line;
  return {
    ...rest,
    weekdayBits: weekdayBitsOf(line),
    amount: minor(amount),
    extraAdult: minor(extraAdult),
    byAdults: byAdults && Object.keys(byAdults).length > 0 ? all(byAdults) : undefined,
    children: children && Object.keys(children).length > 0 ? all(children) : undefined,
  };
}
