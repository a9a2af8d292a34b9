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

/** What a property offers today. Where its zone is not known, the day has begun as early as anywhere. */
export function offersToday(
  { clock }: OwnPlace,
  hotel: SoldHotel,
  { property, cells }: LoadedProperty,
  stay: StayRequest,
): StayAnswer {
  const now = clock.nowMs();
  const today = hotel.timeZone === null ? latestDateOnEarth(now) : dateInZone(now, hotel.timeZone);
  return evaluateStay({ property, cells, hotel, stay, today });
}
