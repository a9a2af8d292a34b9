import { createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repositoryRoot } from '../tools/install.mjs';
import { post } from './call.ts';
import { runProgram, signalGroup, startProgram } from './child-process.ts';
import { clearAway, newFolder, type Serai, serai, startSerai } from './serai-process.ts';

const MANY = 50_000;

let started: Serai;
let folder: string;
beforeAll(async () => {
  folder = await newFolder('files');
  started = await startSerai({ dataDir: join(folder, 'data') });
});
afterAll(clearAway);

const hotels = async (body: object = {}) => {
  const authorization = `ApiKey ${started.key}`;
  const { json } = await post(`${started.interfaceUrl}/content/hotels/v1/hotels`, body, { authorization });
  return json.hotels as { hotelId: string; status: string; name: string }[];
};

/**
 * Runs a guide's commands one after the other in a new folder. Returns the folder and the output of each command.
 */
async function runGuide(name: string): Promise<{ cwd: string; outs: string[] }> {
  const guide = await readFile(join(repositoryRoot, 'docs/guides/operator', name), 'utf8');
  const blocks = [...guide.matchAll(/```sh\n([\s\S]*?)```/g)].map(match => match[1] as string);
  const cwd = await mkdtemp(join(folder, 'work-'));
  await symlink(join(repositoryRoot, 'docs'), join(cwd, 'docs'));
  const program = `"${process.execPath}" "${join(repositoryRoot, 'server/src/main.ts')}"`;
  const outs: string[] = [];
  for (const command of blocks.flatMap(block => block.trimEnd().split('\n'))) {
    const { code, out, err } = await runProgram('bash', ['-c', command.replace('npx serai', program)], {
      env: started.env,
      cwd,
    });
    // An import that takes longer than a few seconds reports its progress.
    const errors = err.split('\n').filter(line => line !== '' && !/: .*\d\/s$/.test(line));
    expect([command, code, errors]).toEqual([command, 0, []]);
    outs.push(out);
  }
  return { cwd, outs };
}

test('every command in the catalogue files guide works while the service is running', async () => {
  const { cwd, outs } = await runGuide('catalogue-files.md');
  expect(outs).toHaveLength(6);
  expect(outs[0]).toContain('Dry run: nothing was written.');
  expect(outs[1]).toContain('hotels  2 created, 0 changed, 0 unchanged, 0 ended');
  // Both sample files contain the same catalogue.
  expect(outs[2]).toContain('hotels  0 created, 0 changed, 2 unchanged, 0 ended');
  expect(outs[2]).toContain('rooms   0 created, 0 changed, 2 unchanged, 0 retired');
  for (const name of ['hotels.jsonl.gz', 'hotels.csv', 'rooms.csv'])
    expect(existsSync(join(cwd, name))).toBe(true);
});

test('every command in the guide to providers and exchange rates works', async () => {
  const { outs } = await runGuide('connect-providers.md');
  const rates = 'Rates: 5 created, 0 changed, 0 unchanged, 0 removed.\n';
  const [list, ...providers] = outs.slice(0, 5);
  const [dryRun, imported] = outs.slice(5);
  expect(list).toContain('prv_sandbox_test-2');
  expect([dryRun, imported]).toEqual([
    `Dry run: nothing was written. The import would result in:\n${rates}`,
    `Imported.\n${rates}`,
  ]);
  expect(providers).toEqual([
    expect.stringMatching(/State +paused/),
    expect.stringMatching(/State +in use\nPreference +1\nSettings +number=2, timeoutMs=1500/),
    expect.stringMatching(/^The provider is connected\.[\s\S]*Our hotels/),
    expect.stringMatching(/Support +\+34 910 000 000, Open 24 hours\./),
  ]);
});

test('API responses contain imported content immediately', async () => {
  expect((await hotels({ hotelIds: ['htl_harbour'] }))[0]).toMatchObject({
    status: 'ACTIVE',
    name: 'Harbour House',
  });
});

test('a killed import leaves nothing behind and can be run again', async () => {
  const file = join(folder, 'many.jsonl');
  const stream = createWriteStream(file);
  const place = { address: { countryCode: 'ES' }, location: { latitude: 41.4, longitude: 2.2 } };
  for (let i = 0; i < MANY; i++) {
    stream.write(`${JSON.stringify({ ...place, hotelId: `htl_many${i}`, name: { en: `Many ${i}` } })}\n`);
  }
  stream.end();
  await finished(stream);
  const args = [
    join(repositoryRoot, 'server/src/main.ts'),
    'import',
    'hotels',
    file,
    '--environment',
    'sandbox',
  ];
  const running = startProgram(process.execPath, args, { env: started.env });
  // After two seconds the import has started but cannot have finished.
  await delay(2_000);
  signalGroup(running.child, 'SIGKILL');
  expect(await running.ended).toBe(137);
  expect((await hotels({ page: { limit: 10 } })).map(({ hotelId }) => hotelId)).not.toContain('htl_many0');
  const again = await serai(started.env, 'import', 'hotels', file, '--environment', 'sandbox', '--json');
  expect(JSON.parse(again.out)).toMatchObject({ created: MANY, unchanged: 0, isWritten: true });
});
