/** The commands of the README, as they stand there; only the ports are those of this run. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runProgram } from './child-process.ts';
import { clearAway, newFolder, type Serai, startSerai } from './serai-process.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 240_000 });

const ROOT = join(import.meta.dirname, '..');

let started: Serai;
let commands: string[];
beforeAll(async () => {
  started = await startSerai({
    dataDir: join(await newFolder('readme'), 'data'),
    env: { SERAI_SEED: 'full' },
  });
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
  const firstCall = readme.slice(readme.indexOf('## First call'), readme.indexOf('## Where things are'));
  const blocks = [...firstCall.matchAll(/```sh\n([\s\S]*?)```/g)].map(match => match[1] as string);
  commands = blocks.flatMap(block => block.split(/\n(?! )/)).filter(line => line !== '');
});
afterAll(clearAway);

async function run(command: string) {
  const here = command.replace('http://127.0.0.1:8080', started.interfaceUrl);
  const env = { ...process.env, ...started.env, SERAI_API_KEY: started.key };
  return runProgram('bash', ['-c', here], { env, cwd: ROOT });
}

test('the README shows a first call and commands about keys', () => {
  expect(commands.map(command => command.split(' ').slice(0, 3).join(' '))).toEqual([
    'curl -s http://127.0.0.1:8080/content/hotels/v1/places/search',
    'curl -s http://127.0.0.1:8080/hotels/by-destination',
    'npx serai keys',
    'npx serai keys',
    'npx serai doctor',
  ]);
});

test('its curl lines find Barcelona, and hotels there', async () => {
  const search = await run(commands[0] as string);
  expect(search.code).toBe(0);
  const [first] = JSON.parse(search.out).places;
  expect(first).toMatchObject({ type: 'CITY', name: 'Barcelona', countryCode: 'ES' });
  expect(commands[1]).toContain(first.placeId);
  const { hotels } = JSON.parse((await run(commands[1] as string)).out);
  expect(hotels.length).toBeGreaterThan(10);
  expect(hotels[0].address).toMatchObject({ countryCode: 'ES' });
});

test('its commands work, and show the key that they made', async () => {
  for (const command of commands.slice(2)) {
    const { code, out, err } = await run(command);
    expect([command, code, err]).toEqual([command, 0, expect.anything()]);
    if (command.includes('keys list')) expect(out).toContain('Partner A');
  }
});
