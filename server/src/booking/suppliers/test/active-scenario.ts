/**
 * Determines which scenario applies to a call: the scenario in `settings.scenario`, otherwise the scenario of the
 * hotel. Each applies only to its own operation. Pure.
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
 * The scenario that determines what is sold, and on which terms. `forced` is the scenario of the search, even if the
 * offer is quoted or booked later.
 */
export function saleScenario(forced: ScenarioName | undefined, hotelId: string): ScenarioName | undefined {
  return activeScenario('availability', forced) ?? scenarioOfHotel(hotelId);
}

/** The scenario that determines the outcome of a whole search. A single hotel cannot make a search of several hotels time out. */
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
