/**
 * `npm run examples`: records sandbox calls in contract/src/generated/examples and regenerates all files that
 * depend on them.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
// The recorder is a test that compares responses. With SERAI_WRITE_EXAMPLES it writes the files first.
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
