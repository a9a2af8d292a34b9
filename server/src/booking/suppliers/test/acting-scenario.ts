/** Pure. Which scenario a call acts out: the forced one first, else that of the hotel, and each on its own operation only. */
import { scenarioOfHotel } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import {
  SCENARIOS,
  type ScenarioName,
  type ScenarioOperation,
} from '@serai/contract/booking/sandbox/scenarios.ts';
import type { SoldHotel } from '../../port/supplier.ts';

const OPERATIONS: ReadonlyMap<ScenarioName, ScenarioOperation> = new Map(
  SCENARIOS.map(({ name, operation }) => [name, operation]),
);

export function actingScenario(
  operation: ScenarioOperation,
  forced: ScenarioName | undefined,
  hotelId?: string,
): ScenarioName | undefined {
  const candidates = [forced, hotelId === undefined ? undefined : scenarioOfHotel(hotelId)];
  return candidates.find(name => name !== undefined && OPERATIONS.get(name) === operation);
}

/** Decides what is sold and on which terms. `forced` is the scenario of the search, also when the offer is quoted or booked. */
export function saleScenario(forced: ScenarioName | undefined, hotelId: string): ScenarioName | undefined {
  return actingScenario('availability', forced) ?? scenarioOfHotel(hotelId);
}

/** Decides how a search is answered as a whole: one hotel of many cannot silence the others. */
export function searchScenario(
  forced: ScenarioName | undefined,
  hotels: readonly SoldHotel[],
): ScenarioName | undefined {
  const [first] = hotels;
  const scenario = actingScenario('availability', forced, first?.hotelId);
  const isShared = hotels.every(
    ({ hotelId }) => actingScenario('availability', forced, hotelId) === scenario,
  );
  return isShared ? scenario : undefined;
}
