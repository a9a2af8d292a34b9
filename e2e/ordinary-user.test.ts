import { execFileSync } from 'node:child_process';
import { chown, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { boards } from './call.ts';
import { clearAway, newFolder, processesIn, startSerai, untilNothingRunsIn } from './serai-process.ts';

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
afterAll(clearAway);

/** Returns why an ordinary user cannot run the program on this machine. If there is a reason, the test is skipped. */
function obstacle(): string | undefined {
  if (!isRoot) return undefined;
  try {
    const options = { uid: NOBODY, gid: NOBODY, cwd: '/', stdio: 'pipe' as const };
    execFileSync(process.execPath, ['--version'], options);
    execFileSync('/bin/cat', [join(import.meta.dirname, '../server/src/main.ts')], options);
    return undefined;
  } catch (error) {
    return (error as Error).message.split('\n')[0];
  }
}

const closed = obstacle();
if (closed !== undefined) {
  process.stderr.write(
    `\n*** An ordinary user may not run this installation, which stays untested: ${closed}\n\n`,
  );
}

test.skipIf(closed !== undefined)(
  'an ordinary user can start the service twice in a folder with spaces in its name',
  async () => {
    const folder = await newFolder('user');
    const home = join(folder, 'my "own" folder, here');
    await mkdir(home);
    const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
    if (isRoot) {
      await chown(folder, NOBODY, NOBODY);
      await chown(home, NOBODY, NOBODY);
    }
    const dataDir = join(home, 'data');
    const options = { ...user, dataDir, cwd: home, env: { HOME: home } };

    const first = await startSerai({ ...options, program: 'serai' });
    const key = first.key ?? '';
    expect((await boards(first.interfaceUrl, key)).status).toBe(200);
    expect((await stat(join(dataDir, 'operator-token'))).uid).toBe(isRoot ? NOBODY : process.getuid?.());
    expect(processesIn(folder).length).toBeGreaterThan(3);
    expect(await first.stop()).toBe(0);
    await untilNothingRunsIn(join(home, 'data'));

    const second = await startSerai(options);
    expect((await boards(second.interfaceUrl, key)).status).toBe(200);
    expect(await second.stop()).toBe(0);
    await untilNothingRunsIn(join(home, 'data'));
  },
);
