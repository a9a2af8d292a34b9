import { describe, expect, it } from 'vitest';
import { runSerai } from '../../test/cli.ts';
import type { ServeOptions } from '../serve.ts';

describe('help', () => {
  it('lists the commands and the exit codes', async () => {
    const { code, out } = await runSerai([]);
    expect(code).toBe(0);
    for (const word of ['serve', 'keys create', 'doctor', 'migrate', '3  the service cannot be reached']) {
      expect(out).toContain(word);
    }
    expect((await runSerai(['--help'])).out).toBe(out);
    expect((await runSerai(['help'])).out).toBe(out);
  });

  it('stands for every command, with an example that calls it', async () => {
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

  it('of a group lists its commands, and is wrong usage when it was not asked for', async () => {
    expect((await runSerai(['keys', '--help'])).out).toContain('keys rotate');
    const { code, out, err } = await runSerai(['keys']);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('keys rotate');
  });
});

describe('wrong usage', () => {
  it.each([
    [['key', 'list'], 'There is no command "key". Did you mean "keys"?'],
    [['keys', 'lsit'], 'There is no command "keys lsit". Did you mean "keys list"?'],
    [['xyzzy'], 'There is no command "xyzzy".'],
    [['help', 'xyzzy'], 'There is no command "xyzzy".'],
    [['keys', 'list', '--jsno'], 'There is no option --jsno. Did you mean --json?'],
    [['keys', 'list', '--stat', 'active'], 'There is no option --stat. Did you mean --status?'],
    [['keys', 'list', '-x'], 'There is no option -x.'],
    [['keys', 'list', '--status'], 'argument missing'],
    [['keys', 'list', '--json=yes'], 'does not take an argument'],
    [['keys', 'list', '--limit', '1', '--limit', '2'], '--limit may stand only once.'],
    [['keys', 'list', '--limit', 'ten'], '--limit takes a whole number'],
    [['keys', 'list', '--status', 'gone'], 'There is no status "gone".'],
    [['keys', 'list', '--environment', 'test'], 'There is no environment "test".'],
    [['keys', 'list', '--url', 'here'], '--url takes an address'],
    [['keys', 'show'], '<keyId> is missing.'],
    [['keys', 'rotate', 'a', 'b'], '"b" is not expected here.'],
    [['keys', 'rotate', 'a', '--overlap', 'soon'], '--overlap takes a span'],
    [['keys', 'update', 'a'], 'Nothing to change was named.'],
    [['keys', 'create', '--all-scopes'], '--name is missing.'],
    [['keys', 'create', '--name', 'x'], '--scope is missing.'],
    [['keys', 'create', '--name', 'x', '--scope', 'hotels:serch'], 'Did you mean hotels:search?'],
    [['serve', '--role', 'boss'], 'There is no role "boss".'],
    [['sign-in', '--role', 'boss'], 'There is no role "boss".'],
    [['--json', 'keys', 'list'], '--json stands before a command.'],
  ])('%j is refused before anything is called', async (argv, message) => {
    const { code, out, err } = await runSerai(argv, { env: { SERAI_DASHBOARD_PORT: '1' } });
    expect(err).toContain(message);
    expect([code, out]).toEqual([2, '']);
  });
});

describe('serve', () => {
  it('hands role and settings to the service, and its exit code back', async () => {
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

  it('does not begin with wrong settings, and names them all', async () => {
    const env = { SERAI_PORT: 'x', LIMITER_FAILURE: 'maybe' };
    const { code, err } = await runSerai(['serve'], { env, serve: async () => 0 });
    expect(code).toBe(1);
    expect(err).toContain('SERAI_PORT');
    expect(err).toContain('LIMITER_FAILURE');
  });
});

describe('settings', () => {
  it('tell value, origin and meaning, and never a secret', async () => {
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

  it('are listed also when one is wrong', async () => {
    const { code, out } = await runSerai(['settings'], { env: { SERAI_PORT: 'x' } });
    expect(code).toBe(1);
    expect(out).toContain('wrong: "x" is not a whole number');
    expect(out).toContain('REDIS_URL');
  });
});

describe('colours', () => {
  const coloured = async (isTty: boolean, env: NodeJS.ProcessEnv) =>
    (await runSerai(['settings'], { isTty, env })).out.includes('\u001b[');

  it('are for terminals alone, and not where NO_COLOR is set', async () => {
    expect(await coloured(true, {})).toBe(true);
    expect(await coloured(false, {})).toBe(false);
    expect(await coloured(true, { NO_COLOR: '1' })).toBe(false);
    expect(await coloured(true, { NO_COLOR: '' })).toBe(true);
  });

  it('do not let a setting steer the terminal', async () => {
    const { out } = await runSerai(['settings'], { env: { SERAI_HOST: '\u001b[2Jgone' } });
    expect(out).not.toContain('\u001b');
  });
});
