import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import {
  SCENARIO_GROUPS,
  SCENARIOS,
  type Scenario,
  type ScenarioName,
} from '@serai/contract/booking/sandbox/scenarios.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import type { Style } from '../text/style.ts';
import { columns } from '../text/table.ts';

export const scenariosCommand = defineCommand({
  name: 'scenarios',
  summary: 'List the scenarios of the test providers.',
  description:
    'To trigger a scenario, call its operation with its hotel. With any other sandbox hotel, set settings.scenario to the name of the scenario. serai certify runs all scenarios.',
  options: {
    group: { type: 'choice', choices: SCENARIO_GROUPS, description: 'Only scenarios of this group.' },
  },
  examples: ['serai scenarios', 'serai scenarios --group book', 'serai scenarios --json'],
  async run({ options, json, terminal, style }) {
    const { group } = options;
    const scenarios = SCENARIOS.filter(scenario => group === undefined || scenario.group === group).map(
      scenario => ({ ...scenario, hotelId: scenarioHotelId(scenario.name) }),
    );
    terminal.out(json ? `${JSON.stringify({ scenarios }, null, 2)}\n` : scenariosText(scenarios, style));
    return EXIT.ok;
  },
});

type ShownScenario = Scenario & { name: ScenarioName; hotelId: string };

/** Lists scenarios by group. Descriptions are long, so each has its own line. */
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
