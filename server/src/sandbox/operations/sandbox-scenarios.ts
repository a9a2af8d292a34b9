import { listScenarios } from '@serai/contract/account/sandbox.ts';
import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import { SCENARIOS } from '@serai/contract/booking/sandbox/scenarios.ts';
import type { Clock } from '../../platform/clock.ts';
import { type OperatorHandler, operate } from '../../platform/operations/operator/operator-handler.ts';
import { dateAt } from '../../platform/time/civil-date.ts';
import { scenarioScript } from '../scenario-script.ts';
import { scenarioSteps } from '../scenario-steps.ts';

interface ScenariosParts {
  clock: Clock;
  /** Base address of the interface, for the scripts. */
  interfaceUrl: string;
}

export function sandboxScenarios({ clock, interfaceUrl }: ScenariosParts): OperatorHandler {
  return operate(listScenarios, () => {
    const today = dateAt(clock.nowMs(), 0);
    return {
      scenarios: SCENARIOS.map(scenario => {
        const { name } = scenario;
        const steps = scenarioSteps(name, today);
        return {
          ...scenario,
          hotelId: scenarioHotelId(name),
          steps,
          curl: scenarioScript(steps, interfaceUrl),
        };
      }),
    };
  });
}
