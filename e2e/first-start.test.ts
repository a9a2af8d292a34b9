import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { boards, remaining } from './call.ts';
import { runProgram } from './child-process.ts';
import { findText } from './find-text.ts';
import { GUIDES_AT_ONCE, testGuides } from './guides-of-integrators.ts';
import { readmeCommands, runReadmeCommand } from './readme.ts';
import {
  clearAway,
  newFolder,
  type Serai,
  settings,
  startSerai,
  untilNothingRunsIn,
} from './serai-process.ts';

vi.setConfig({ hookTimeout: 420_000, maxConcurrency: GUIDES_AT_ONCE });

let folder: string;
let dataDir: string;
let first: Serai;
let key: string;
beforeAll(async () => {
  folder = await newFolder('first');
  dataDir = join(folder, 'data');
  first = await startSerai({ dataDir, program: 'start', env: { SERAI_SEED: 'full' } });
  key = first.key ?? '';
});
afterAll(clearAway);

/** The secret part of a key. Every copy of the key contains it. */
const secretOf = (text: string) => text.split('_').at(-1) ?? '';

describe('the first start', () => {
  test('at the first start, Serai prints its addresses, one sign-in link and one sandbox key', () => {
    const out = first.out();
    expect(out).toMatch(/^Serai is ready \(\d+\.\d s\)\.$/m);
    expect(first.interfaceUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(out.match(/serai_sandbox_\w+/g)).toEqual([key, key]);
    expect(out.match(/\/sign-in#\w+/g)).toHaveLength(1);
    expect(first.signInUrl).toMatch(new RegExp(`^${first.dashboardUrl}/sign-in#\\w{43}$`));
  });

  test('at the first start, Serai serves the addresses that it prints', async () => {
    const shown = [`${first.interfaceUrl}/docs`, `${first.dashboardUrl}/`, `${first.dashboardUrl}/sign-in`];
    for (const url of [...shown, `${first.interfaceUrl}/openapi.json`]) {
      expect((await fetch(url)).status, url).toBe(200);
    }
  });

  test('at the first start, Serai prints a command that works when pasted into a shell', async () => {
    const line = /^ {2}curl [\s\S]*?(?=\n\n)/m.exec(first.out())?.[0] ?? '';
    const { code, out } = await runProgram('bash', ['-c', line], { env: settings(dataDir) });
    expect(code).toBe(0);
    const { places, meta } = JSON.parse(out);
    expect(places[0]).toMatchObject({ name: 'Barcelona', countryCode: 'ES' });
    expect(meta.environment).toBe('sandbox');
  });

  test('at the first start, Serai writes secrets to files that only their owner can read', async () => {
    for (const name of ['operator-token', 'master-key']) {
      expect((await stat(join(dataDir, name))).mode & 0o777, name).toBe(0o600);
    }
    expect((await stat(dataDir)).mode & 0o077 & ~0o011, 'others may not list the data folder').toBe(0);
  });

  test('at the first start, Serai writes neither the key nor the link to a log', () => {
    const logged = first.err();
    expect(logged).not.toContain(secretOf(key));
    expect(logged).not.toContain(first.signInUrl?.split('#')[1]);
  });
});

describe('the README', () => {
  let commands: string[];
  const run = (command: string) => runReadmeCommand(command, first);
  beforeAll(async () => {
    commands = await readmeCommands();
  });

  test('the README shows two curl calls, two commands for API keys and the doctor command', () => {
    const last = (command: string) =>
      command.slice(command.lastIndexOf('\n', command.indexOf('npx serai keys')) + 1);
    expect(commands.map(command => last(command).split(' ').slice(0, 3).join(' '))).toEqual([
      'curl -s "$SERAI_URL/content/hotels/v1/places/search"',
      'curl -s "$SERAI_URL/hotels/by-destination"',
      'npx serai keys',
      'npx serai keys',
      'npx serai doctor',
    ]);
  });

  test('the README has curl commands that find Barcelona and its hotels', async () => {
    const search = await run(commands[0] as string);
    expect(search.code).toBe(0);
    const [place] = JSON.parse(search.out).places;
    expect(place).toMatchObject({ type: 'CITY', name: 'Barcelona', countryCode: 'ES' });
    expect(commands[1]).toContain(place.placeId);
    const { hotels } = JSON.parse((await run(commands[1] as string)).out);
    expect(hotels.length).toBeGreaterThan(10);
    expect(hotels[0].address).toMatchObject({ countryCode: 'ES' });
  });

  test('the serai commands in the README work and list the new key', async () => {
    for (const command of commands.slice(2)) {
      const { code, out, err } = await run(command);
      expect([command, code, err]).toEqual([command, 0, expect.anything()]);
      if (command.includes('keys list')) expect(out).toContain('Website of A');
    }
  });
});

describe('the guides', () => testGuides(() => ({ service: first, folder })));

describe('the second start', () => {
  let before: number;
  let second: Serai;
  beforeAll(async () => {
    for (let call = 0; call < 5; call++) await boards(first.interfaceUrl, key);
    before = remaining(await boards(first.interfaceUrl, key), 'day');
    expect(await first.stop()).toBe(0);
    await untilNothingRunsIn(folder);
  });

  test('no file in the data folder, including the database, contains the key or the link', async () => {
    expect(await findText(folder, secretOf(key))).toEqual([]);
    expect(await findText(folder, first.signInUrl?.split('#')[1] ?? '')).toEqual([]);
    // The search must be able to find text that exists.
    expect(await findText(folder, key.split('_')[2] ?? '')).not.toEqual([]);
  });

  test('at the second start, Serai shows no secrets and is ready sooner than at the first', async () => {
    second = await startSerai({ dataDir, program: 'start', env: { SERAI_SEED: 'full' } });
    expect(second.out()).not.toMatch(/serai_sandbox_|sign-in#/);
    expect(second.out()).toContain('npx serai sign-in');
    const took = `ready again after ${(second.readyAfterMs / 1000).toFixed(1)} s`;
    process.stdout.write(`    ${took}\n`);
    expect(second.readyAfterMs, took).toBeLessThan(first.readyAfterMs);
  });

  test('the first key still works after a restart, and its rate limit counters are preserved', async () => {
    let calls = 0;
    // On a busy machine, the service may return 503 for the first requests after a start.
    const answer = await vi.waitFor(
      async () => {
        calls += 1;
        const response = await boards(second.interfaceUrl, key);
        expect(response.status).toBe(200);
        return response;
      },
      { timeout: 60_000, interval: 1000 },
    );
    const used = before - remaining(answer, 'day');
    expect(used).toBeGreaterThanOrEqual(1);
    expect(used).toBeLessThanOrEqual(calls);
  });

  test('after the second start, the service stops without leaving a process running', async () => {
    expect(await second.stop()).toBe(0);
    await untilNothingRunsIn(folder);
  });
});
