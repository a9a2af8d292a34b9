/**
 * `npm run python`: runs all tests of the Python SDK, with the slow ones: pyright, ruff, the reference implementation of
 * Standard Webhooks, and the wheel in an empty environment. Needs Python 3.10 or later and a package index.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { repositoryRoot } from './install.mjs';

const vitest = join(repositoryRoot, 'node_modules/vitest/vitest.mjs');
const { status } = spawnSync(process.execPath, [vitest, 'run', 'sdk/test/python-sdk.test.ts'], {
  cwd: repositoryRoot,
  stdio: 'inherit',
  env: { ...process.env, SERAI_PYTHON_TOOLS: '1' },
});
process.exitCode = status ?? 1;
