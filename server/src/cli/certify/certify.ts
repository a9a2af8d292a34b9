import { randomBytes } from 'node:crypto';
import { bookinglist } from '@serai/contract/booking/bookinglist.ts';
import { SCENARIO_GROUPS, SCENARIOS, type ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import { urlHost } from '../../platform/http/open-address.ts';
import { type PartnerClient, partnerClient } from '../../sandbox/certify/partner-client.ts';
import { runCertification, type ScenarioResult } from '../../sandbox/certify/run-certification.ts';
import { defineCommand } from '../frame/command.ts';
import { CliFailure, EXIT, usageFailure } from '../frame/failure.ts';
import { nearest } from '../frame/nearest.ts';
import { stayAlive } from '../frame/stay-alive.ts';
import { printable, type Style } from '../text/style.ts';
import { certifyProgress } from './progress.ts';

const NAME_WIDTH = 32;

export const certifyCommand = defineCommand({
  name: 'certify',
  summary: 'Run every scenario against an installation and check the responses.',
  description:
    'Searches, quotes, books, reads and cancels in the sandbox like a client, and compares the responses with the documented behaviour. The URL may point to your own proxy if it forwards the requests. All scenarios together take about three minutes, because some bookings are resolved later. The bookings reserve no rooms, and most are cancelled again.',
  options: {
    url: { type: 'url', description: 'URL of the API. Default: the service on this machine.' },
    key: {
      type: 'text',
      value: '<key>',
      required: true,
      description: 'A sandbox key with all `hotels:*` scopes.',
    },
    only: {
      type: 'text',
      multiple: true,
      value: '<name>',
      description: `Only this scenario or group (${SCENARIO_GROUPS.join(', ').toLowerCase()}).`,
    },
  },
  examples: [
    'serai certify --key "$SERAI_API_KEY"',
    'serai certify --url https://sandbox.example.com/hotels --key "$SERAI_API_KEY" --only book',
    'serai certify --key "$SERAI_API_KEY" --only prebook.price_up --only cancel --json',
  ],
  check: ({ only = [] }) => only.filter(word => scenariosOf(word).length === 0).map(unknownScenario),
  async run({ options, config, terminal, style, json, clock, signal }) {
    const { url = ownUrl(config().settings), key, only } = options;
    const all = SCENARIOS.map(({ name }) => name);
    const names = only === undefined ? all : [...new Set(only.flatMap(scenariosOf))];
    const client = partnerClient({ url, key, clock, signal });
    return stayAlive(async () => {
      await checkAccess(client, url);
      const startedMs = clock.monotonicMs();
      const startedAt = new Date(clock.nowMs()).toISOString();
      const progress = certifyProgress(terminal, clock, names);
      const onResult = (result: ScenarioResult) => {
        progress.ended(result.name);
        if (!json) terminal.out(resultText(result, style));
      };
      const runId = randomBytes(6).toString('hex');
      const scenarios = await runCertification({ client, clock, signal, runId, names, onResult }).finally(
        () => progress.stop(),
      );
      const durationMs = Math.round(clock.monotonicMs() - startedMs);
      const wrong = scenarios.filter(({ result }) => result === 'WRONG').length;
      const summary = { scenarios: scenarios.length, right: scenarios.length - wrong, wrong };
      terminal.out(
        json
          ? `${JSON.stringify({ url, startedAt, durationMs, summary, scenarios }, null, 2)}\n`
          : summaryText(scenarios, durationMs, style),
      );
      return wrong === 0 ? EXIT.ok : EXIT.failed;
    });
  },
});

function scenariosOf(word: string): ScenarioName[] {
  return SCENARIOS.filter(({ name, group }) => name === word || group === word.toUpperCase()).map(
    ({ name }) => name,
  );
}

function unknownScenario(word: string): string {
  const groups = SCENARIO_GROUPS.map(group => group.toLowerCase());
  const meant = nearest(word, [...SCENARIOS.map(({ name }) => name), ...groups]);
  const guess = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  return `Unknown scenario or group "${word}".${guess} Run serai scenarios to list them.`;
}

/** Checks before the first booking that the API responds and that the key is a valid sandbox key. */
async function checkAccess(client: PartnerClient, url: string): Promise<void> {
  const response = await client
    .call({ operation: bookinglist, body: { page: { limit: 1 } }, status: 200 })
    .catch(cause => {
      const hint = 'Start the service with npm start, or set another URL with --url.';
      throw new CliFailure(EXIT.unreachable, `The API is not reachable at ${url}.`, { hint, cause });
    });
  const { meta, error } = (response.body ?? {}) as {
    meta?: { environment?: string };
    error?: { message?: string };
  };
  if (response.status === 401 || response.status === 403) {
    const hint = 'Use a sandbox key with all `hotels:*` scopes: serai keys create --all-scopes.';
    throw new CliFailure(EXIT.notAllowed, printable(error?.message ?? 'The key was rejected.'), { hint });
  }
  if (response.status !== 200) {
    const hint = 'Set --url to the part of the URL before /connect/hotels/v1/.';
    throw new CliFailure(
      EXIT.unreachable,
      `The server at ${url} is not the API (status ${response.status}).`,
      { hint },
    );
  }
  if (meta?.environment === 'production') {
    throw usageFailure('This is a production key.', 'Scenarios run only in the sandbox. Use a sandbox key.');
  }
}

function ownUrl({ SERAI_HOST, SERAI_PORT }: { SERAI_HOST: string; SERAI_PORT: number }): string {
  return `http://${urlHost(SERAI_HOST)}:${SERAI_PORT}`;
}

function resultText(result: ScenarioResult, style: Style): string {
  const { name, checks, durationMs, faults, notes } = result;
  const verdict = faults.length === 0 ? style.good('passed') : style.bad('failed');
  const size = `${checks} checks, ${(durationMs / 1000).toFixed(1)} s`;
  const lines = [`${verdict}  ${name.padEnd(NAME_WIDTH)}${style.dim(size)}`];
  for (const { step, what, expected, came, requestId } of faults) {
    const where = [step, what].filter(Boolean).join(' ');
    lines.push(
      `       ${printable(where)}${requestId === null ? '' : style.dim(` (${printable(requestId)})`)}`,
    );
    lines.push(`         expected  ${printable(expected)}`);
    lines.push(`         received  ${printable(came)}`);
  }
  for (const note of notes) lines.push(style.dim(`       ${printable(note)}`));
  return `${lines.join('\n')}\n`;
}

function summaryText(results: readonly ScenarioResult[], durationMs: number, style: Style): string {
  const wrong = results.filter(({ result }) => result === 'WRONG');
  const duration = `Duration: ${Math.round(durationMs / 1000)} s.`;
  if (wrong.length === 0) {
    const all = results.length === 1 ? 'The scenario' : `All ${results.length} scenarios`;
    return `\n${style.good(`${all} passed.`)} ${duration}\n`;
  }
  const names = wrong.map(({ name }) => name).join(', ');
  return `\n${style.bad(`${wrong.length} of ${results.length} scenarios failed:`)} ${names}. ${duration}\n`;
}
