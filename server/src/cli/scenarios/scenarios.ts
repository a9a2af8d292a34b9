import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import {
  SCENARIO_GROUPS,
  SCENARIOS,
  type Scenario,
  type ScenarioName,
} from '@serai/contract/booking/sandbox/scenarios.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { parseWord } from '../frame/parse-option.ts';
import type { Style } from '../text/style.ts';
import { columns } from '../text/table.ts';

export const scenariosCommand = defineCommand({
  name: 'scenarios',
  summary: 'List what the test providers can be made to do.',
  description:
    'Booking the hotel of a scenario plays it. So does settings.scenario with its name, on any hotel of the sandbox, in requests of its operation. serai certify runs through all of them.',
  options: {
    group: {
      type: 'string',
      value: '<group>',
      description: `Only ${SCENARIO_GROUPS.join(', ').toLowerCase()}.`,
    },
  },
  examples: ['serai scenarios', 'serai scenarios --group book', 'serai scenarios --json'],
  async run({ options, json, terminal, style }) {
    const group =
      options.group === undefined ? undefined : parseWord(options.group, '--group', SCENARIO_GROUPS);
    const scenarios = SCENARIOS.filter(scenario => group === undefined || scenario.group === group).map(
      scenario => ({ ...scenario, hotelId: scenarioHotelId(scenario.name) }),
    );
    terminal.out(json ? `${JSON.stringify({ scenarios }, null, 2)}\n` : scenariosText(scenarios, style));
    return EXIT.ok;
  },
});

type ShownScenario = Scenario & { name: ScenarioName; hotelId: string };

/** By group: what happens is too long to stand beside the rest. */
function scenariosText(scenarios: readonly ShownScenario[], style: Style): string {
  const sections = SCENARIO_GROUPS.flatMap(group => {
    const own = scenarios.filter(scenario => scenario.group === group);
    if (own.length === 0) return [];
    const lines = columns(
      own.map(({ name, operation, hotelId }) => [
        { text: name, style: style.bold },
        { text: operation === 'any' ? 'any operation' : operation, style: style.dim },
        { text: hotelId, style: style.dim },
      ]),
    )
      .trimEnd()
      .split('\n');
    const entries = own.map(({ description }, i) => `${lines[i]}\n  ${description}\n`);
    return [`${style.bold(group)}\n\n${entries.join('')}`];
  });
  return sections.join('\n');
}
