import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { boards } from './call.ts';
import { clearAway, failToStart, newFolder, startSerai, untilNothingRunsIn } from './serai-process.ts';

const mounted: string[] = [];
afterAll(async () => {
  for (const disk of mounted) execFileSync('umount', ['--lazy', disk]);
  await clearAway();
});

async function mountDisk(megabytes: number): Promise<string | undefined> {
  const disk = join(await newFolder('disk'), 'disk');
  await mkdir(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', disk], { stdio: 'pipe' });
  } catch (error) {
    const reason = (error as Error).message.split('\n').slice(0, 2).join(' ');
    process.stderr.write(
      `\n*** No small disk can be mounted here, so full disks stay untested: ${reason}\n\n`,
    );
    return undefined;
  }
  mounted.push(disk);
  return disk;
}

const small = await mountDisk(20);
const larger = small && (await mountDisk(256));

test.skipIf(small === undefined)(
  'at a first start on a full disk, Serai reports the problem and leaves no process running',
  async () => {
    const { code, out, err } = await failToStart({ dataDir: join(small as string, 'data') });
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/the disk with .*\/disk\/data is full/);
    expect(err).toContain('SERAI_DATA_DIR');
    expect(err).not.toMatch(/^ +at /m);
    await untilNothingRunsIn(small as string);
  },
);

test.skipIf(larger === undefined)('cached keys keep working when the disk fills up', async () => {
  const disk = larger as string;
  const dataDir = join(disk, 'data');
  const service = await startSerai({ dataDir });
  const key = service.key ?? '';
  expect((await boards(service.interfaceUrl, key)).status).toBe(200);
  try {
    execFileSync('dd', ['if=/dev/zero', `of=${join(disk, 'filler')}`, 'bs=1M'], { stdio: 'pipe' });
  } catch {
    // The write fails when the disk is full, as intended.
  }
  for (let call = 0; call < 20; call++) expect((await boards(service.interfaceUrl, key)).status).toBe(200);
  execFileSync('rm', [join(disk, 'filler')]);
  expect((await boards(service.interfaceUrl, key)).status).toBe(200);
  expect(await service.stop()).toBe(0);
  await untilNothingRunsIn(disk);
});
