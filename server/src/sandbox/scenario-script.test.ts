import { execFileSync } from 'node:child_process';
import { SCENARIOS } from '@serai/contract/booking/sandbox/scenarios.ts';
import { expect, it } from 'vitest';
import { scenarioScript } from './scenario-script.ts';
import { scenarioSteps } from './scenario-steps.ts';

const DAY = '2026-07-02';
const URL = 'http://127.0.0.1:1';

/** Captures the arguments that the shell passes to curl. The fake curl returns the given response. */
function curled(script: string, answer: object): { url: string; body: unknown; key: string }[] {
  const shell = [
    `curl() { node -e 'require("fs").writeSync(3, JSON.stringify(process.argv.slice(1)) + "\\n")' -- "$@"; printf '%s' '${JSON.stringify(answer)}'; }`,
    script,
  ].join('\n');
  const calls = execFileSync('sh', ['-c', `{ ${shell}\n } 3>&1 >/dev/null`], {
    env: { ...process.env, SERAI_API_KEY: 'serai_sandbox_x' },
    encoding: 'utf8',
  });
  return calls
    .trim()
    .split('\n')
    .map(line => {
      const [, url, , key, , , , body] = JSON.parse(line) as string[];
      return { url: url as string, key: key as string, body: JSON.parse(body as string) };
    });
}

it('a scenario script with several steps passes values from one response to the next request', () => {
  const script = scenarioScript(scenarioSteps('cancel.refused', DAY), URL);
  const calls = curled(script, {
    hotels: [{ offers: [{ offerId: 'off_1' }] }],
    quoteId: 'quo_1',
    offer: { price: { net: { amount: '10.00', currency: 'EUR' } } },
    booking: { bookingId: 'bkg_1' },
  });
  expect(calls.map(({ url }) => url.slice(URL.length))).toEqual([
    '/connect/hotels/v1/availability',
    '/connect/hotels/v1/prebooking',
    '/connect/hotels/v1/booking',
    '/connect/hotels/v1/cancel',
  ]);
  expect(new Set(calls.map(({ key }) => key))).toEqual(new Set(['Authorization: ApiKey serai_sandbox_x']));
  expect(calls[1]?.body).toEqual({ offerId: 'off_1' });
  expect(calls[2]?.body).toMatchObject({
    quoteId: 'quo_1',
    clientReference: expect.stringMatching(/^TRY-\d+$/),
    expectedPrice: { amount: '10.00', currency: 'EUR' },
  });
  expect(calls[3]?.body).toEqual({ bookingId: 'bkg_1' });
});

it('every scenario script starts with a search and calls the operation of the scenario', () => {
  for (const { name, operation } of SCENARIOS) {
    const operations = scenarioSteps(name, DAY).map(step => step.operation);
    if (operation !== 'any') expect([name, operations]).toEqual([name, expect.arrayContaining([operation])]);
    expect(operations[0]).toBe('availability');
  }
});
