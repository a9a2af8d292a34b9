import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { runSerai, standIn } from '../../../test/cli.ts';

const service = await standIn();
afterAll(() => service.stop());
beforeEach(() => {
  service.received.length = 0;
});

const serai = (argv: string[], answer?: string) =>
  runSerai(argv, { env: service.env, ...(answer !== undefined && { answer }) });
const sent = () => service.received.map(({ path, input }) => [path, input]);

describe('sandbox reset', () => {
  it('serai sandbox reset asks for the confirmation phrase and deletes nothing without it', async () => {
    expect((await serai(['sandbox', 'reset'], 'yes')).code).toBe(1);
    expect((await serai(['sandbox', 'reset'])).code).toBe(2);
    expect(sent()).toEqual([]);
    const { code, out } = await serai(['sandbox', 'reset'], 'reset sandbox');
    expect([code, out]).toEqual([0, expect.stringContaining('bookings: 12, quotes: 31')]);
    await serai(['sandbox', 'reset', '--yes', '--json']);
    expect(sent()).toEqual(Array(2).fill(['/api/v1/sandbox/reset', { confirm: 'reset sandbox' }]));
  });
});

describe('sandbox request', () => {
  it('serai sandbox request prints the script for a scenario and suggests a similar name for an unknown scenario', async () => {
    expect((await serai(['sandbox', 'request', 'avail.none'])).out).toMatch(/^curl -s /);
    expect(JSON.parse((await serai(['sandbox', 'request', 'avail.none', '--json'])).out).steps).toHaveLength(
      1,
    );
    const { code, err } = await serai(['sandbox', 'request', 'avail.nine']);
    expect([code, err]).toEqual([2, expect.stringContaining('Did you mean "avail.none"?')]);
  });
});

describe('sandbox certification', () => {
  it('serai sandbox certification shows the last certification and can start another', async () => {
    expect((await serai(['sandbox', 'certification'])).out).toMatch(
      /^passed: 1 of 1 scenarios run, 0 failed\.\n/,
    );
    expect((await serai(['sandbox', 'certification', '--start'])).out).toMatch(/^running: 0 of 1 /);
    expect(sent()).toEqual([
      ['/api/v1/sandbox/certification', {}],
      ['/api/v1/sandbox/certify-start', {}],
    ]);
    service.answerNext(200, { certification: null });
    expect((await serai(['sandbox', 'certification'])).out).toContain('--start');
  });
});

describe('places search', () => {
  it('serai places search joins all words into one query and shows why each place matches', async () => {
    const { out } = await serai(['places', 'search', 'bar', 'ce', '--type', 'city,zone', '--country', 'es']);
    expect(out).toMatch(/Barcelona, Catalonia, Spain +city .*“Barcelona” starts with “Barce”\./);
    expect(sent()).toEqual([
      [
        '/api/v1/places/search',
        { environment: 'sandbox', query: 'bar ce', types: ['CITY', 'ZONE'], countryCodes: ['ES'] },
      ],
    ]);
    expect((await serai(['places', 'search', 'x', '--type', 'hotel'])).code).toBe(2);
  });
});

describe('serai status and serai system', () => {
  it('serai status shows connections, queues and nodes', async () => {
    const { code, out } = await serai(['status']);
    expect(code).toBe(0);
    expect(out).toMatch(/ready +yes\n/);
    expect(out).toMatch(/webhooks +0 +0\n/);
    expect(out).toContain('nod_01J9ZC4T3E');
  });

  it('serai system rotate-signing-key shows when the new key starts signing', async () => {
    expect((await serai(['system', 'rotate-signing-key'])).out).toContain(
      'The key sig_01J9ZD8K5M signs requests from',
    );
  });
});
