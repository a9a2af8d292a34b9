import { describe, expect, it } from 'vitest';
import { runSerai } from '../../test/cli.ts';
import type { ServeOptions } from '../serve.ts';

describe('serai help', () => {
  it('serai help lists the commands and the exit codes', async () => {
    const { code, out } = await runSerai([]);
    expect(code).toBe(0);
    for (const word of [
      'serve',
      'keys create',
      'doctor',
      'migrate',
      '3  the service or its database cannot be reached',
    ]) {
      expect(out).toContain(word);
    }
    expect((await runSerai(['--help'])).out).toBe(out);
    expect((await runSerai(['help'])).out).toBe(out);
  });

  it('serai help shows usage and an example for every command', async () => {
    const { out } = await runSerai([]);
    const names = [...out.matchAll(/^ {2}([a-z-]+(?: [a-z-]+)?) {2,}\S/gm)].map(match => match[1] as string);
    expect(names.length).toBeGreaterThan(12);
    for (const name of names) {
      const help = await runSerai([...name.split(' '), '--help']);
      expect(help.code).toBe(0);
      expect(help.out).toContain(`Usage: serai ${name}`);
      expect(help.out).toMatch(new RegExp(`Examples\\n(.*\\n)*  .*serai ${name}`));
    }
  });

  it('a command group without a command lists its commands and exits with 2 unless help was requested', async () => {
    expect((await runSerai(['keys', '--help'])).out).toContain('keys rotate');
    const { code, out, err } = await runSerai(['keys']);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('keys rotate');
  });
});

describe('invalid usage', () => {
  it.each([
    [['key', 'list'], 'Unknown command "key". Did you mean "keys"?'],
    [['keys', 'lsit'], 'Unknown command "keys lsit". Did you mean "keys list"?'],
    [['pricing', 'rules'], 'Unknown command "pricing rules".'],
    [['xyzzy'], 'Unknown command "xyzzy".'],
    [['help', 'xyzzy'], 'Unknown command "xyzzy".'],
    [['keys', 'list', '--jsno'], 'Unknown option --jsno. Did you mean --json?'],
    [['keys', 'list', '--stat', 'active'], 'Unknown option --stat. Did you mean --status?'],
    [['keys', 'list', '-x'], 'Unknown option -x.'],
    [['keys', 'list', '--status'], '--status needs a value.'],
    [['keys', 'list', '--json=yes'], '--json does not take a value.'],
    [['keys', 'list', '--limit', '1', '--limit', '2'], '--limit may be given only once.'],
    [['keys', 'list', '--limit', 'ten'], '--limit takes a whole number'],
    [['keys', 'list', '--status', 'gone'], '--status does not take "gone".'],
    [['keys', 'list', '--environment', 'test'], '--environment does not take "test".'],
    [['keys', 'list', '--url', 'here'], '--url takes a URL'],
    [['keys', 'show'], '<keyId> is required.'],
    [['keys', 'rotate', 'a', 'b'], 'Unexpected argument "b".'],
    [['keys', 'rotate', 'a', '--overlap', 'soon'], '--overlap takes a duration'],
    [['keys', 'update', 'a'], 'Nothing to change.'],
    [['keys', 'create', '--all-scopes'], '--name is required.'],
    [['keys', 'create', '--name', 'x'], '--scope or --all-scopes is required.'],
    [['keys', 'create', '--name', 'x', '--scope', 'hotels:serch'], 'Did you mean hotels:search?'],
    [['serve', '--role', 'boss'], '--role does not take "boss".'],
    [['sign-in', '--role', 'boss'], '--role does not take "boss".'],
    [['--json', 'keys', 'list'], '--json comes before the command.'],
  ])('the CLI rejects %j without calling the service', async (argv, message) => {
    const { code, out, err } = await runSerai(argv, { env: { SERAI_DASHBOARD_PORT: '1' } });
    expect(err).toContain(message);
    expect([code, out]).toEqual([2, '']);
  });
});

describe('serai serve', () => {
  it('serai serve passes the role and settings to the service and returns its exit code', async () => {
    const calls: ServeOptions[] = [];
    const serve = async (options: ServeOptions) => {
      calls.push(options);
      return 7;
    };
    expect((await runSerai(['serve'], { serve })).code).toBe(7);
    await runSerai(['serve', '--role', 'gateway'], { serve, env: { SERAI_PORT: '9000' } });
    expect(calls.map(({ role }) => role)).toEqual(['all', 'gateway']);
    expect(calls[1]?.config.settings.SERAI_PORT).toBe(9000);
  });

  it('serai serve does not start with invalid settings and lists all of them', async () => {
    const env = { SERAI_PORT: 'x', LIMITER_FAILURE: 'maybe' };
    const { code, err } = await runSerai(['serve'], { env, serve: async () => 0 });
    expect(code).toBe(1);
    expect(err).toContain('SERAI_PORT');
    expect(err).toContain('LIMITER_FAILURE');
  });
});

describe('serai settings', () => {
  it('serai settings shows the value, source and meaning of each setting, but no secrets', async () => {
    const env = { SERAI_PORT: '9000', DATABASE_URL: 'postgres://u:pa55@h/d', SERAI_OPERATOR_TOKEN: 'pa55' };
    const { code, out } = await runSerai(['settings'], { env });
    expect(code).toBe(0);
    expect(out).toContain('SERAI_PORT = 9000  from the environment');
    expect(out).toContain('SERAI_DASHBOARD_PORT = 8081  default');
    expect(out).toContain('REDIS_URL = not set');
    const { settings } = JSON.parse((await runSerai(['settings', '--json'], { env })).out);
    expect(settings).toContainEqual(
      expect.objectContaining({
        name: 'DATABASE_URL',
        value: '(hidden)',
        source: 'environment',
        problem: null,
      }),
    );
    expect(out + JSON.stringify(settings)).not.toContain('pa55');
  });

  it('serai settings lists all settings even if one is invalid', async () => {
    const { code, out } = await runSerai(['settings'], { env: { SERAI_PORT: 'x' } });
    expect(code).toBe(1);
    expect(out).toContain('invalid: "x" is not a whole number');
    expect(out).toContain('REDIS_URL');
  });
});

describe('colours in the output', () => {
  const coloured = async (isTty: boolean, env: NodeJS.ProcessEnv) =>
    (await runSerai(['settings'], { isTty, env })).out.includes('\u001b[');

  it('the CLI uses colours only on a terminal, and never if NO_COLOR is set', async () => {
    expect(await coloured(true, {})).toBe(true);
    expect(await coloured(false, {})).toBe(false);
    expect(await coloured(true, { NO_COLOR: '1' })).toBe(false);
    expect(await coloured(true, { NO_COLOR: '' })).toBe(true);
  });

  it('serai settings does not print control characters', async () => {
    const { out } = await runSerai(['settings'], { env: { SERAI_HOST: '\u001b[2Jgone' } });
    expect(out).not.toContain('\u001b');
  });
});
