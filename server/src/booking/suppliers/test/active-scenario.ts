/**
 * Determines which scenario a call plays: a forced one, otherwise that of the hotel. Each applies only to its own
 * operation. Pure.
 */
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

export function activeScenario(
  operation: ScenarioOperation,
  forced: ScenarioName | undefined,
  hotelId?: string,
): ScenarioName | undefined {
  const candidates = [forced, hotelId === undefined ? undefined : scenarioOfHotel(hotelId)];
  return candidates.find(name => name !== undefined && OPERATIONS.get(name) === operation);
}

/**
 * The scenario that decides what is sold on which terms. `forced` is the scenario of the search, also when the offer
 * is quoted or booked.
 */
export function saleScenario(forced: ScenarioName | undefined, hotelId: string): ScenarioName | undefined {
  return activeScenario('availability', forced) ?? scenarioOfHotel(hotelId);
}

/** The scenario that decides the outcome of a whole search. One hotel among many cannot make the others time out. */
export function searchScenario(
  forced: ScenarioName | undefined,
  hotels: readonly SoldHotel[],
): ScenarioName | undefined {
  const [first] = hotels;
  const scenario = activeScenario('availability', forced, first?.hotelId);
  const isShared = hotels.every(
    ({ hotelId }) => activeScenario('availability', forced, hotelId) === scenario,
  );
  return isShared ? scenario : undefined;
}
