import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { explainFailure, freeMb, NEEDED_MB } from './failure.mjs';

const root = mkdtempSync(join(tmpdir(), 'serai failure '));

afterAll(() => rmSync(root, { recursive: true }));

function explain(output: string): string {
  return explainFailure(output, { root, env: { npm_config_cache: join(root, 'not/there/yet') } });
}

test('the explanation of an installation failure on a full disk shows both folders, the free space and the required space', () => {
  const text = explain('npm error code ENOSPC\nnpm error nospc There appears to be insufficient space');
  expect(text).toContain('The disk is full.');
  expect(text).toContain(`${root}: ${freeMb(root)} MB free, about ${NEEDED_MB} needed`);
  expect(text).toMatch(/not\/there\/yet \(npm's cache\): \d+ MB free/);
});

test("the explanation of an installation failure in another user's folder shows the command that changes its owner", () => {
  const text = explain('npm error code EACCES\nnpm error syscall mkdir\nnpm error path /proc/1/node_modules');
  expect(text).toContain(`${userInfo().username} has no permission to write /proc/1/node_modules`);
  expect(text).toContain(`sudo chown -R ${userInfo().username} "${root}"`);
});

test.each(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ETIMEDOUT'])(
  'the explanation of an installation failure with %s states that the registry cannot be reached',
  code => {
    const text = explain(
      `npm error code ${code}\nnpm error network request to https://registry.invalid/zod failed`,
    );
    expect(text).toContain('registry cannot be reached');
    expect(text).toContain('HTTPS_PROXY');
  },
);

test.each([
  ['SELF_SIGNED_CERT_IN_CHAIN', 'NODE_EXTRA_CA_CERTS'],
  ['E404', 'lacks a package'],
  [
    'EUSAGE\nnpm error `npm ci` can only install packages when your package.json and package-lock.json are in sync',
    'disagree',
  ],
])('the explanation of an installation failure states the cause or the fix for %s', (code, words) => {
  expect(explain(`npm error code ${code}`)).toContain(words);
});

test("the explanation of an installation failure with an unknown cause shows npm's own output", () => {
  expect(explain('npm error code ESTRANGE\nnpm error something new')).toBe(
    'Installing the packages failed.\n\nnpm reported:\n  npm error code ESTRANGE\n  npm error something new',
  );
});

test("the explanation of an installation failure omits npm's stack traces but shows the location of npm's log", () => {
  const trace = Array.from({ length: 20 }, () => 'npm error     at process.run (node:internal:1:1) {').join(
    '\n',
  );
  const output = `npm error code ECONNREFUSED\nnpm error FetchError: request failed\n${trace}\nnpm error   code: 'X',\nnpm error A complete log is in: /log`;
  expect(explain(output).split('npm reported:')[1]).toBe(
    '\n  npm error code ECONNREFUSED\n  npm error FetchError: request failed\n  npm error A complete log is in: /log',
  );
});
