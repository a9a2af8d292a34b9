import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { PROVIDER_EXAMPLE } from '@serai/contract/account/providers.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { runSerai, standIn } from '../../../test/cli.ts';
import { askSecretOn } from '../frame/terminal.ts';

const service = await standIn();
afterAll(() => service.stop());
beforeEach(() => {
  service.received.length = 0;
});

const providers = (...argv: string[]) => runSerai(['providers', ...argv], { env: service.env });
const folder = mkdtempSync(join(tmpdir(), 'serai-credentials-'));
afterAll(() => rmSync(folder, { recursive: true }));
const SECRET = 'canary-key-4711-abcd';

function file(content: string, mode = 0o600): string {
  const path = join(folder, `${randomUUID()}.txt`);
  writeFileSync(path, content, { mode });
  return path;
}

const sent = () => service.received.map(({ path, input }) => [path, input]);

describe('providers health', () => {
  it('serai providers health shows the calls, errors and durations of each provider, for the sandbox by default', async () => {
    const { out } = await providers('health');
    await providers('health', '--environment', 'production', '--since', '2026-07-01');
    expect(sent()).toEqual([
      ['/api/v1/providers/health', { environment: 'sandbox' }],
      ['/api/v1/providers/health', { environment: 'production', from: '2026-07-01T00:00:00.000Z' }],
    ]);
    expect(out).toMatch(/Own inventory\s+1204\s+6\s+2\s+180 ms\s+740 ms\s+none/);
  });
});

describe('providers failures', () => {
  it('serai providers failuress failed calls, and shows one with its messages', async () => {
    const { out } = await providers('failures', 'prv_production_own', '--cause', 'SERVER');
    const shown = await providers('failure', 'prv_production_own', 'pfl_1');
    expect(sent()).toEqual([
      ['/api/v1/providers/failures', { providerId: 'prv_production_own', cause: 'SERVER', page: {} }],
      ['/api/v1/providers/failure', { providerId: 'prv_production_own', failureId: 'pfl_1' }],
    ]);
    expect(out).toMatch(/quote\s+SERVER\s+503\s+812\s+NONE\s+req_01J9ZD8K5N/);
    expect(shown.out).toMatch(/Duration\s+812 ms[\s\S]*POST https:\/\/api\.example\.com[\s\S]*Response: 503/);
  });
});

describe('providers connect', () => {
  it('serai providers connect sends numeric and boolean settings with their types', async () => {
    const run = await providers(
      ...['connect', 'test-provider', '--environment', 'sandbox', '--name', 'Second one'],
      ...['--set', 'number=2', '--set', 'strict=true', '--set', 'note=a=b', '--preference', '7'],
    );
    expect(sent()).toEqual([
      [
        '/api/v1/providers/connect',
        {
          adapter: 'test-provider',
          environment: 'sandbox',
          name: 'Second one',
          preference: 7,
          settings: { number: 2, strict: true, note: 'a=b' },
        },
      ],
    ]);
    expect(run.out).toMatch(/^The provider is connected\./);
    expect(run.out).toContain(PROVIDER_EXAMPLE.providerId);
  });

  it('serai providers connect requires an environment', async () => {
    expect((await providers('connect', 'own-inventory', '--name', 'X')).code).toBe(2);
    expect(sent()).toEqual([]);
  });
});

describe('the secrets of an account', () => {
  const connect = (...argv: string[]) => ['providers', 'connect', ...argv, '--environment', 'sandbox'];

  it('serai providers connect asks for each secret of the adapter and sends it', async () => {
    const questions: string[] = [];
    const run = await runSerai(connect('hotelbeds'), {
      env: service.env,
      secrets: [` ${SECRET} `, 's3cret'],
      onQuestion: question => questions.push(question),
    });
    expect(run.code).toBe(0);
    expect(questions).toEqual(['API key (hidden): ', 'Secret (hidden): ']);
    const input = {
      adapter: 'hotelbeds',
      environment: 'sandbox',
      credentials: { apiKey: SECRET, secret: 's3cret' },
    };
    expect(sent()).toEqual([['/api/v1/providers/connect', input]]);
    expect(run.out + run.err).not.toContain(SECRET);
  });

  it('serai providers connect reads secrets from a file with JSON or with name=value lines', async () => {
    const files = [file(JSON.stringify({ apiKey: SECRET })), file(`# LiteAPI\napiKey=${SECRET}\n`)];
    for (const path of files)
      expect((await providers(...connect('liteapi', '--credentials-file', path).slice(1))).code).toBe(0);
    expect(service.received.map(({ input }) => input.credentials)).toEqual([
      { apiKey: SECRET },
      { apiKey: SECRET },
    ]);
  });

  it('serai providers connect explains what to do if there is neither a terminal nor a file', async () => {
    const run = await providers(...connect('liteapi').slice(1));
    expect(run.code).toBe(2);
    expect(run.err).toContain('There is no terminal on which to ask for the credentials (apiKey).');
    expect(run.err).toContain('--credentials-file');
    expect(sent()).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')(
    'serai providers connect refuses a credentials file that other users can read',
    async () => {
      for (const mode of [0o604, 0o640]) {
        const path = file(JSON.stringify({ apiKey: SECRET }), mode);
        const run = await providers(...connect('liteapi', '--credentials-file', path).slice(1));
        expect([run.code, run.err]).toEqual([2, expect.stringContaining(`Run: chmod 600 ${path}`)]);
        expect(run.err).not.toContain(SECRET);
      }
      expect(sent()).toEqual([]);
    },
  );

  it('serai providers connect refuses a secret on the command line, and no message repeats it', async () => {
    const wrong = [['--set', `apiKey=${SECRET}`], ['--api-key', SECRET], [`--api-key=${SECRET}`]];
    for (const options of wrong) {
      const run = await runSerai(connect('liteapi', ...options), { env: service.env, secrets: ['x'] });
      expect(run.code).toBe(2);
      expect(run.out + run.err).not.toContain(SECRET);
    }
    expect(sent()).toEqual([]);
  });

  it('serai providers connect reports all mistakes in the settings and the credentials file together', async () => {
    const path = file(JSON.stringify({ apikey: SECRET }));
    const run = await providers(
      ...connect(
        'liteapi',
        '--credentials-file',
        path,
        '--rates-per-hotel',
        '0',
        '--search-seconds',
        '99',
      ).slice(1),
      ...['--path-version', '1.2', '--base-url', 'ftp://x', '--set', 'colour=red'],
    );
    expect(run.code).toBe(2);
    for (const text of [
      '--search-seconds: Use a whole number from 1 to 12.',
      '--path-version: liteapi has no such setting.',
      '--base-url: Use a URL that starts with http:// or https://.',
      '--set colour: liteapi has no such setting.',
      'has the unknown field apikey. Use apiKey.',
      'lacks the field apiKey.',
    ])
      expect(run.err).toContain(text);
    expect(run.err).not.toContain(SECRET);
    expect(sent()).toEqual([]);
  });

  it('serai providers connect and update send the settings of an account with their types', async () => {
    const path = file(JSON.stringify({ apiKey: SECRET, secret: 's' }));
    await providers(
      ...connect(
        'rapid',
        '--credentials-file',
        path,
        '--server-ip',
        '192.0.2.7',
        '--uses-net-rates',
        'on',
      ).slice(1),
      ...['--sales-channel', 'agent_tool', '--per-minute', '100', '--base-url', 'http://127.0.0.1:8093'],
    );
    expect(service.received[0]?.input.settings).toEqual({
      serverIp: '192.0.2.7',
      usesNetRates: true,
      salesChannel: 'agent_tool',
      perMinute: 100,
      baseUrl: 'http://127.0.0.1:8093',
    });
    await providers('update', 'prv_sandbox_hotelbeds-us', '--set', 'pathVersion=1.2', '--set', 'perDay=0');
    await providers('update', 'prv_sandbox_hotelbeds', '--set', 'pathVersion=1.0');
    expect(service.received.slice(1).map(({ input }) => input.settings)).toEqual([
      { pathVersion: '1.2', perDay: 0 },
      { pathVersion: '1.0' },
    ]);
  });

  it('serai providers update asks for new secrets only on request, and an empty answer keeps the stored value', async () => {
    const update = ['providers', 'update', 'prv_production_rapid'];
    await runSerai([...update, '--per-day', '100'], { env: service.env });
    await runSerai([...update, '--new-credentials'], { env: service.env, secrets: ['', 'new-secret'] });
    expect(sent().map(([, input]) => input)).toEqual([
      { providerId: 'prv_production_rapid', settings: { perDay: 100 } },
      { providerId: 'prv_production_rapid', credentials: { secret: 'new-secret' } },
    ]);
    const nothing = await runSerai([...update, '--new-credentials'], { env: service.env, secrets: ['', ''] });
    expect(nothing.err).toContain('Nothing was entered');
  });

  it('the prompt for a secret shows the question, but not what is typed', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const asked = askSecretOn(input, output, 'API key (hidden): ');
    input.write(`${SECRET.slice(0, 9)}x\u007f${SECRET.slice(9)}\r`);
    expect(await asked).toBe(SECRET);
    // Since Node 26, each call of read() returns one of the written chunks.
    expect([output.read(), output.read()].join('')).toBe('API key (hidden): \n');
    const cancelled = askSecretOn(input, output, '? ');
    input.write('abc\u0003');
    await expect(cancelled).rejects.toThrow('Cancelled. Nothing was changed.');
  });
});

/** The command `script` runs a program in a real terminal. */
const hasScript = spawnSync('script', ['--version']).status === 0;

it.skipIf(!hasScript)('on a real terminal, a typed secret is sent and not shown', async () => {
  const command = `node ${join(import.meta.dirname, '../../../bin/serai.mjs')} providers connect liteapi --environment sandbox`;
  const child = spawn('script', ['-qefc', command, '/dev/null'], {
    env: { ...process.env, ...service.env, NO_COLOR: '1' },
  });
  let shown = '';
  child.stdout.on('data', data => {
    shown += data;
    if (/hidden\): $/.test(shown)) child.stdin.write(`${SECRET}\r`);
  });
  const [code] = await once(child, 'exit');
  expect(shown).toContain('The provider is connected.');
  expect(shown).not.toContain(SECRET.slice(0, 6));
  expect(code).toBe(0);
  expect(service.received[0]?.input.credentials).toEqual({ apiKey: SECRET });
});

describe('providers probe', () => {
  it('serai providers probe shows each step, and exits with an error if a step failed', async () => {
    const { code, out } = await providers('probe', 'prv_production_liteapi');
    expect(code).toBe(1);
    expect(out).toMatch(/CREDENTIALS\s+FAILED\s+The provider rejected the credentials\.\s+Unauthorized/);
  });
});

describe('providers update', () => {
  it('serai providers update pauses and resumes a provider and sends only the changed fields', async () => {
    await providers('update', 'prv_1', '--pause');
    await providers('update', 'prv_1', '--resume', '--name', 'X');
    await providers('update', 'prv_1', '--set', 'timeoutMs=0');
    expect(sent().map(([, input]) => input)).toEqual([
      { providerId: 'prv_1', enabled: false },
      { providerId: 'prv_1', enabled: true, name: 'X' },
      { providerId: 'prv_1', settings: { timeoutMs: 0 } },
    ]);
  });

  it('serai providers update shows the settings and health of the provider and whether it is paused', async () => {
    const health = { state: 'DOWN', since: '2026-07-01T09:00:00Z', message: 'It did not answer.' };
    const provider = { ...PROVIDER_EXAMPLE, enabled: false, settings: { timeoutMs: 900 }, health };
    service.answerNext(200, { provider });
    const { out } = await providers('update', 'prv_1', '--pause');
    expect(out).toMatch(/paused[\s\S]*timeoutMs=900[\s\S]*DOWN: It did not answer\./);
  });

  it('serai providers update rejects a call without changes or with contradictory or invalid changes', async () => {
    const wrong = [[], ['--pause', '--resume'], ['--set', 'timeoutMs'], ['--preference', 'first']];
    for (const options of wrong) expect((await providers('update', 'prv_1', ...options)).code).toBe(2);
    expect(sent()).toEqual([]);
  });
});
