import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { repositoryRoot } from '../tools/install.mjs';
import { signalGroup, startProgram, until } from './child-process.ts';
import { clearAway, newFolder, settings, spawnSerai } from './serai-process.ts';

/** `npm start` may have to build the dashboard first. */
const PROGRESS_TIMEOUT_MS = 180_000;
const SOON_MS = 30_000;
vi.setConfig({ testTimeout: PROGRESS_TIMEOUT_MS + 2 * SOON_MS, hookTimeout: 60_000 });
afterAll(clearAway);

const REWRITE = '\r\u001b[K';
const PROGRESS = /^[A-Z][^{}:]+(?:: [a-z ]+)?: \d+ %(?:, [\d,]+ [a-z]+, [\d,]+\/s)?$/;
const CONTROL = /(?!\n)\p{Cc}/u;
const LOG_LINE = /^\d\d:\d\d:\d\d (?:INFO|WARN|ERROR) {1,2}\S/;
const STOPPING = 'Stopping as soon as the start is complete.';
const hasScript = spawnSync('script', ['--version']).status === 0;

test.skipIf(!hasScript)(
  'a terminal never shows progress and log lines on the same line (skipped without the program `script`)',
  async () => {
    const folder = await newFolder('terminal');
    const pidFile = join(folder, 'pid');
    const start = `echo $$ > ${pidFile}; exec ${process.execPath} ${join(repositoryRoot, 'tools/start.mjs')}`;
    const env = settings(join(folder, 'data'), { SERAI_SEED: 'full', SHELL: '/bin/sh' });
    const options = ['--quiet', '--return', '--flush', '--command', start, '/dev/null'];
    const running = startProgram('script', options, { env });
    const what = () => `the terminal shows:\n${running.out()}`;
    await until(() => /: [2-9] %/.test(running.out()), PROGRESS_TIMEOUT_MS, what);
    const pid = Number(await readFile(pidFile, 'utf8'));
    process.kill(pid, 'SIGINT');
    const afterwards = () => running.out().split(STOPPING)[1] ?? '';
    await until(() => / %/.test(afterwards()), SOON_MS, what);
    // Sends the signal to the whole process group, including the server.
    process.kill(-pid, 'SIGKILL');
    await running.ended;

    const texts = running
      .out()
      .split('\r\n')
      .flatMap(line => line.split(REWRITE));
    // The last line may be incomplete.
    const shown = texts.slice(0, -1);
    expect(shown.filter(text => PROGRESS.test(text)).length, what()).toBeGreaterThan(0);
    expect(shown.filter(text => LOG_LINE.test(text)).length, what()).toBeGreaterThan(0);
    expect(shown).toContain(STOPPING);
    for (const text of shown) {
      expect(text).not.toMatch(/^\{/);
      expect(text).not.toMatch(CONTROL);
      if (text.includes(' %')) expect(text).toMatch(PROGRESS);
    }
  },
);

test('a log file contains JSON lines and plain progress lines without carriage returns', async () => {
  const running = spawnSerai({ dataDir: await newFolder('log'), env: { SERAI_SEED: 'full' } });
  const what = () => `Serai wrote:\n${running.out()}${running.err()}`;
  const isShown = () => /^Places: /m.test(running.err()) && running.err().includes('"starting"');
  await until(isShown, PROGRESS_TIMEOUT_MS, what);
  signalGroup(running.child, 'SIGKILL');
  await running.ended;

  expect(running.out() + running.err()).not.toMatch(CONTROL);
  const lines = running.err().slice(0, running.err().lastIndexOf('\n')).split('\n');
  for (const line of lines) {
    if (line.startsWith('{')) expect(JSON.parse(line)).toHaveProperty('msg');
    else expect(line).toMatch(/^[A-Z][^{}]+$/);
  }
});
