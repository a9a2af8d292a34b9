import { randomBytes } from 'node:crypto';
import { bookinglist } from '@serai/contract/booking/bookinglist.ts';
import { SCENARIO_GROUPS, SCENARIOS, type ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import { urlHost } from '../../platform/http/open-address.ts';
import { type PartnerClient, partnerClient } from '../../sandbox/certify/partner-client.ts';
import { runCertification, type ScenarioResult } from '../../sandbox/certify/run-certification.ts';
import { defineCommand } from '../frame/command.ts';
import { CliFailure, EXIT, usageFailure } from '../frame/failure.ts';
import { nearest } from '../frame/nearest.ts';
import { parseUrl } from '../frame/parse-option.ts';
import { stayAlive } from '../frame/stay-alive.ts';
import { printable } from '../text/style.ts';
import { certifyProgress } from './progress.ts';
import { resultText, summaryText } from './report.ts';

export const certifyCommand = defineCommand({
  name: 'certify',
  summary: 'Check an installation, or your way to one, against every scenario.',
  description:
    'Searches, quotes, books, reads and cancels in the sandbox as a client does, and compares each answer with what is documented. The address may be that of a proxy in between: it must let the requests of the interface through. All scenarios take about three minutes, as some settle later; the bookings it makes hold no rooms, and most are cancelled again.',
  options: {
    url: {
      type: 'string',
      value: '<url>',
      description: 'Address of the interface; that of this machine when absent.',
    },
    key: { type: 'string', value: '<key>', description: 'A sandbox key with all hotels scopes.' },
    only: {
      type: 'string',
      multiple: true,
      value: '<name>',
      description: `Only this scenario or group (${SCENARIO_GROUPS.join(', ').toLowerCase()}), several by repetition.`,
    },
  },
  examples: [
    'serai certify --key "$SERAI_API_KEY"',
    'serai certify --url https://sandbox.example.com/hotels --key "$SERAI_API_KEY" --only book',
    'serai certify --key "$SERAI_API_KEY" --only prebook.price_up --only cancel --json',
  ],
  async run({ options, config, terminal, style, json, clock, signal }) {
    const { url: given, key, only } = options;
    if (key === undefined) throw usageFailure('--key is missing.', 'serai keys create makes one.');
    const names = chosen(only);
    const url = given === undefined ? ownUrl(config().settings) : parseUrl(given, 'http://127.0.0.1:8080');
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

function chosen(only: readonly string[] | undefined): ScenarioName[] {
  const all = SCENARIOS.map(({ name }) => name);
  if (only === undefined) return all;
  const names = new Set<ScenarioName>();
  for (const word of only) {
    const found = SCENARIOS.filter(({ name, group }) => name === word || group === word.toUpperCase());
    if (found.length === 0) {
      const meant = nearest(word, [...all, ...SCENARIO_GROUPS.map(group => group.toLowerCase())]);
      throw usageFailure(
        `There is no scenario or group "${word}".${meant === undefined ? '' : ` Did you mean "${meant}"?`}`,
        'serai scenarios lists them.',
      );
    }
    for (const { name } of found) names.add(name);
  }
  return [...names];
}

/** Before anything is booked: somebody answers, the key is good, and it is one of the sandbox. */
async function checkAccess(client: PartnerClient, url: string): Promise<void> {
  const answer = await client
    .call({ operation: bookinglist, body: { page: { limit: 1 } }, status: 200 })
    .catch(cause => {
      const hint = 'Start the service with npm start, or name another address with --url.';
      throw new CliFailure(EXIT.unreachable, `Nothing answers at ${url}.`, { hint, cause });
    });
  const { meta, error } = (answer.body ?? {}) as {
    meta?: { environment?: string };
    error?: { message?: string };
  };
  if (answer.status === 401 || answer.status === 403) {
    const hint = 'Use a sandbox key with every scope of hotels: serai keys create --all-scopes.';
    throw new CliFailure(EXIT.notAllowed, printable(error?.message ?? 'The key was refused.'), { hint });
  }
  if (answer.status !== 200) {
    const hint = '--url takes the address before /connect/hotels/v1/.';
    throw new CliFailure(
      EXIT.unreachable,
      `What answers at ${url} is not the interface (status ${answer.status}).`,
      { hint },
    );
  }
  if (meta?.environment === 'production') {
    throw usageFailure(
      'This is a production key.',
      'Scenarios are played in the sandbox alone: use a sandbox key.',
    );
  }
}

function ownUrl({ SERAI_HOST, SERAI_PORT }: { SERAI_HOST: string; SERAI_PORT: number }): string {
  return `http://${urlHost(SERAI_HOST)}:${SERAI_PORT}`;
}
