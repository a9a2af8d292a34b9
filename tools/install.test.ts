import { expect, test } from 'vitest';
import { pinnedNode, platformProblem } from './install.mjs';
import { nodeProblem } from './run-tool.mjs';

test.each([
  ['18.20.4', true],
  ['19.9.0', true],
  ['9.0.0', true],
  ['20.0.0', false],
  ['24.21.0', false],
  ['100.0.0', false],
])('the installer considers Node %s too old: %s', (version, tooOld) => {
  expect(nodeProblem(version) !== undefined).toBe(tooOld);
});

test('the installer names the required and the installed Node version, and where to get Node', () => {
  expect(nodeProblem('18.20.4')).toMatch(/Node 20 or later.*Node 18\.20\.4[\s\S]*nodejs\.org/);
});

test.each([
  ['linux-x64', '20.0.0', false],
  ['linux-arm64', '20.0.0', false],
  ['win32-x64', '20.0.0', false],
  ['darwin-arm64', '24.6.1', true],
  ['darwin-arm64', '22.19.0', true],
  ['darwin-arm64', '24.7.0', false],
  ['darwin-x64', '26.0.0', false],
])('the installer on %s rejects Node %s: %s', (platform, version, must) => {
  const problem = platformProblem({ platform, version, musl: false });
  expect(problem !== undefined).toBe(must);
  if (must) expect(problem).toMatch(new RegExp(`${platform}.*24\\.7 or later, but this is ${version}`));
});

test('the installer rejects a system that uses musl, such as Alpine', () => {
  expect(platformProblem({ platform: 'linux-x64', version: '24.0.0', musl: true })).toContain('Alpine');
});

test('the installer explains how to get a missing packaged Node, or uses the running Node if none is packaged', () => {
  const hasPackage = ['linux-x64', 'linux-arm64', 'win32-x64'].includes(
    `${process.platform}-${process.arch}`,
  );
  if (hasPackage) expect(() => pinnedNode('/nowhere')).toThrow('npm ci --ignore-scripts');
  else expect(pinnedNode('/nowhere')).toBe(process.execPath);
});
