import { PROVIDER_EXAMPLE } from '@serai/contract/account/providers.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { runSerai, standIn } from '../../../test/cli.ts';

const service = await standIn();
afterAll(() => service.stop());
beforeEach(() => {
  service.received.length = 0;
});

const providers = (...argv: string[]) => runSerai(['providers', ...argv], { env: service.env });
const sent = () => service.received.map(({ path, input }) => [path, input]);

describe('providers health', () => {
  it('providers health shows the calls, errors and durations of each provider, for the sandbox by default', async () => {
    const { out } = await providers('health');
    await providers('health', '--environment', 'production', '--since', '2026-07-01');
    expect(sent()).toEqual([
      ['/api/v1/providers/health', { environment: 'sandbox' }],
      ['/api/v1/providers/health', { environment: 'production', from: '2026-07-01T00:00:00.000Z' }],
    ]);
    expect(out).toMatch(/Own inventory\s+1204\s+6\s+2\s+180 ms\s+740 ms\s+none/);
  });
});

describe('providers connect', () => {
  it('providers connect sends numeric and boolean settings with their types', async () => {
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

  it('providers connect requires a name and an environment', async () => {
    expect((await providers('connect', 'own-inventory', '--name', 'X')).code).toBe(2);
    expect((await providers('connect', 'own-inventory', '--environment', 'sandbox')).code).toBe(2);
    expect(sent()).toEqual([]);
  });
});

describe('providers update', () => {
  it('providers update pauses and resumes a provider and sends only the changed fields', async () => {
    await providers('update', 'prv_1', '--pause');
    await providers('update', 'prv_1', '--resume', '--name', 'X');
    await providers('update', 'prv_1', '--set', 'timeoutMs=0');
    expect(sent().map(([, input]) => input)).toEqual([
      { providerId: 'prv_1', enabled: false },
      { providerId: 'prv_1', enabled: true, name: 'X' },
      { providerId: 'prv_1', settings: { timeoutMs: 0 } },
    ]);
  });

  it('providers update shows the settings and health of the provider and whether it is paused', async () => {
    const health = { state: 'DOWN', since: '2026-07-01T09:00:00Z', message: 'It did not answer.' };
    const provider = { ...PROVIDER_EXAMPLE, enabled: false, settings: { timeoutMs: 900 }, health };
    service.answerNext(200, { provider });
    const { out } = await providers('update', 'prv_1', '--pause');
    expect(out).toMatch(/paused[\s\S]*timeoutMs=900[\s\S]*DOWN: It did not answer\./);
  });

  it('providers update rejects a call without changes or with contradictory changes', async () => {
    const wrong = [[], ['--pause', '--resume'], ['--set', 'timeoutMs'], ['--preference', 'first']];
    for (const options of wrong) expect((await providers('update', 'prv_1', ...options)).code).toBe(2);
    expect(sent()).toEqual([]);
  });
});
