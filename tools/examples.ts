/**
 * `npm run examples`: runs through the sandbox, writes its responses to contract/src/generated/examples, and
 * regenerates what depends on them.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
// The walk is a test that compares responses. With this setting it writes them first.
const programs = [
  ['node_modules/vitest/vitest.mjs', 'run', 'server/test/examples/recorded-examples.test.ts'],
  ['tools/generate.ts'],
];

for (const args of programs) {
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, SERAI_WRITE_EXAMPLES: '1' },
  });
  if (status !== 0) {
    process.exitCode = 1;
    break;
  }
}
