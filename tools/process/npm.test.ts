import { expect, test } from 'vitest';
import { npmCommand, npmEnvironment } from './npm.mjs';

test("a nested npm command uses this machine's settings and none from the outer command", () => {
  const env = npmEnvironment({
    PATH: '/bin',
    HTTPS_PROXY: 'http://proxy.invalid',
    npm_config_cache: '/cache',
    npm_config_registry: 'https://registry.invalid',
    npm_config_prefix: '/usr',
    npm_config_workspace: 'server',
    npm_config_omit: 'dev',
    npm_lifecycle_event: 'start',
    npm_package_name: 'serai',
    npm_execpath: '/npm-cli.js',
  });
  expect(env).toEqual({
    PATH: '/bin',
    HTTPS_PROXY: 'http://proxy.invalid',
    npm_config_cache: '/cache',
    npm_config_registry: 'https://registry.invalid',
    npm_config_prefix: '/usr',
  });
});

test('npm is looked up by name unless this process was started by an npm that still exists', () => {
  const name = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  expect(npmCommand({})).toEqual({ command: name, args: [] });
  expect(npmCommand({ npm_execpath: '/usr/lib/yarn.js' })).toEqual({ command: name, args: [] });
  expect(npmCommand({ npm_execpath: '/gone/npm-cli.js' })).toEqual({ command: name, args: [] });
});
