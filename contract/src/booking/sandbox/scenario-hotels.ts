/** The hotel of each scenario in the place "Sandbox". Booking it makes the test providers behave as the scenario says. */
import { SCENARIOS, type ScenarioName } from './scenarios.ts';

const PREFIX = 'htl_sandbox_';

export function scenarioHotelId(name: ScenarioName): string {
  return `${PREFIX}${name.replace('.', '_')}`;
}

const BY_HOTEL: ReadonlyMap<string, ScenarioName> = new Map(
  SCENARIOS.map(({ name }) => [scenarioHotelId(name), name]),
);

/** Undefined for every other hotel. */
export function scenarioOfHotel(hotelId: string): ScenarioName | undefined {
  return BY_HOTEL.get(hotelId);
}

/** Zones that scenarios are about; null is a zone that is not known. Where one is forced, it takes the place of the hotel's. */
export const SCENARIO_TIME_ZONES: Readonly<Partial<Record<ScenarioName, string | null>>> = {
  'avail.timezone_plus14': 'Pacific/Kiritimati',
  'avail.timezone_minus11': 'Pacific/Pago_Pago',
  'avail.timezone_unknown': null,
};
