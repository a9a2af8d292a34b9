/** What every operation of own inventory works with. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { latestDateOnEarth } from '../../../platform/time/civil-date.ts';
import { dateInZone } from '../../../platform/time/zoned-time.ts';
import type { SoldHotel, StayRequest } from '../../port/supplier.ts';
import type { InventoryMemory, LoadedProperty } from './memory/inventory-memory.ts';
import { evaluateStay, type StayAnswer } from './stay/evaluate-stay.ts';

export interface OwnPlace {
  db: Database;
  clock: Clock;
  environment: Environment;
  memory: InventoryMemory;
}

/** Dates of one moment, zone by zone. Where a zone is not known, the day has begun as early as anywhere. */
export function datesNow({ clock }: OwnPlace): (timeZone: string | null) => string {
  const now = clock.nowMs();
  const dates = new Map<string | null, string>();
  return timeZone => {
    let date = dates.get(timeZone);
    if (date === undefined) {
      date = timeZone === null ? latestDateOnEarth(now) : dateInZone(now, timeZone);
      dates.set(timeZone, date);
    }
    return date;
  };
}

/** What a property offers on a date. `mix` is as in StayQuestion. */
export function offersOn(
  today: string,
  hotel: SoldHotel,
  { property, cells }: LoadedProperty,
  stay: StayRequest,
  mix?: readonly string[],
): StayAnswer {
  return evaluateStay({ property, cells, hotel, stay, today, mix });
}
