import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLEAR_SECRET_EXAMPLE, KEY_EXAMPLE } from '@serai/contract/account/key.ts';
import { listKeys } from '@serai/contract/account/keys.ts';
import { SCOPE_NAMES } from '@serai/contract/scopes.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { runSerai, standIn } from '../../../test/cli.ts';
import { ManualClock } from '../../../test/manual-clock.ts';

const clock = new ManualClock(Date.parse('2026-07-02T10:18:00Z'));
const service = await standIn();
afterAll(() => service.stop());
beforeEach(() => {
  service.received.length = 0;
});

const keys = (argv: string[], more: object = {}) =>
  runSerai(['keys', ...argv], { env: service.env, clock, ...more });
const sent = () => service.received.map(({ path, input }) => ({ path, input }));

describe('keys create', () => {
  it('serai keys create sends only the options given on the command line and defaults to the sandbox', async () => {
    await keys([
      'create',
      '--name',
      'Shop',
      '--scope',
      'hotels:search,hotels:quote',
      '--scope',
      'hotels:book',
    ]);
    expect(sent()).toEqual([
      {
        path: '/api/v1/keys/create',
        input: {
          name: 'Shop',
          environment: 'sandbox',
          scopes: ['hotels:search', 'hotels:quote', 'hotels:book'],
        },
      },
    ]);
  });

  it('serai keys create sends the scopes, addresses, rate limits and expiry given on the command line', async () => {
    const typed =
      'create --name Shop --environment production --all-scopes --allow 10.0.0.0/8,::1 --allow 1.2.3.4 --per-minute 1 --per-hour 2 --per-day 3 --expires 90d';
    await keys(typed.split(' '));
    expect(sent()[0]?.input).toEqual({
      name: 'Shop',
      environment: 'production',
      scopes: SCOPE_NAMES,
      allowedAddresses: ['10.0.0.0/8', '::1', '1.2.3.4'],
      limits: { perMinute: 1, perHour: 2, perDay: 3 },
      expiresAt: '2026-09-30T10:18:00.000Z',
    });
  });

  it('serai keys update sets and removes a spend limit', async () => {
    await keys('update 4Zk81mQpXr2T --spend-per-day 1000EUR --spend-per-booking 400.50eur'.split(' '));
    await keys('update 4Zk81mQpXr2T --spend-per-day none'.split(' '));
    expect(sent().map(({ input }) => (input as { limits: object }).limits)).toEqual([
      {
        spend: {
          perDay: { amount: '1000', currency: 'EUR' },
          perBooking: { amount: '400.50', currency: 'EUR' },
        },
      },
      { spend: { perDay: null } },
    ]);
    expect((await keys(['show', '4Zk81mQpXr2T'])).out).toMatch(/Spend limit +5000\.00 EUR in 24 hours\n/);
  });

  it('serai keys create shows the secret once with a warning', async () => {
    const { code, out } = await keys(['create', '--name', 'Shop', '--all-scopes']);
    expect(code).toBe(0);
    expect(out.split(CLEAR_SECRET_EXAMPLE)).toHaveLength(2);
    expect(out).toContain('This is shown once.');
    expect(out).toContain('Last used    2026-07-02 10:15 UTC (3 min ago) from 203.0.113.7, client 4.2.0');
  });
});

describe('keys list', () => {
  it('serai keys list aligns columns and shows relative times', async () => {
    const { out } = await keys(['list']);
    const [head, row] = out.split('\n');
    expect(row?.indexOf('production')).toBe(head?.indexOf('ENVIRONMENT'));
    expect(row).toContain('2026-07-02 10:15 UTC (3 min ago)');
    expect(row).toContain('2027-06-30 00:00 UTC (in 362 days)');
  });

  it('serai keys list prints the unchanged response with --json', async () => {
    const { out } = await keys(['list', '--json', '--status', 'active', '--limit', '5']);
    expect(out).toBe(`${JSON.stringify(listKeys.examples.answer)}\n`);
    expect(sent()[0]?.input).toEqual({ status: 'ACTIVE', page: { limit: 5 } });
  });

  it('serai keys list shows the next cursor, or explains how to create a key if there are none', async () => {
    service.answerNext(200, { keys: [KEY_EXAMPLE], page: { nextCursor: 'abc', hasMore: true } });
    expect((await keys(['list'])).out).toContain('--cursor abc');
    service.answerNext(200, { keys: [], page: { nextCursor: null, hasMore: false } });
    expect((await keys(['list'])).out).toContain('serai keys create');
  });

  it('serai keys list replaces control characters in names', async () => {
    const key = { ...KEY_EXAMPLE, name: 'a\u001b[2Jb' };
    service.answerNext(200, { keys: [key], page: { nextCursor: null, hasMore: false } });
    expect((await keys(['list'])).out).not.toContain('\u001b');
  });
});

describe('keys update', () => {
  it('serai keys update sends only the changed fields', async () => {
    await keys(['update', '4Zk81mQpXr2T', '--per-hour', '5', '--expires', 'never']);
    await keys(['update', '4Zk81mQpXr2T', '--allow-any']);
    expect(sent().map(({ input }) => input)).toEqual([
      { keyId: '4Zk81mQpXr2T', limits: { perHour: 5 }, expiresAt: null },
      { keyId: '4Zk81mQpXr2T', allowedAddresses: [] },
    ]);
  });
});

describe('keys rotate', () => {
  it('serai keys rotate sends the overlap in seconds if it was given', async () => {
    for (const overlap of [[], ['--overlap', '0'], ['--overlap', '7d'], ['--overlap', '90']]) {
      expect((await keys(['rotate', 'k', ...overlap])).out).toContain('This is shown once.');
    }
    expect(sent().map(({ input }) => input.overlapSeconds)).toEqual([undefined, 0, 604_800, 90]);
  });
});

describe('keys show, disable, enable, end-overlap', () => {
  it.each(['show', 'disable', 'enable', 'end-overlap'])(
    'serai keys %s calls the operation of the same name',
    async verb => {
      const { code, out } = await keys([verb, '4Zk81mQpXr2T']);
      expect(code).toBe(0);
      expect(out).toContain('serai_live_4Zk81mQpXr2T_h7Qd…');
      expect(sent()).toEqual([{ path: `/api/v1/keys/${verb}`, input: { keyId: '4Zk81mQpXr2T' } }]);
    },
  );
});

describe('keys revoke', () => {
  const revoked = () => sent().some(({ path }) => path.endsWith('/revoke'));

  it('serai keys revoke asks for confirmation with the name of the key and revokes nothing unless the answer is yes', async () => {
    let question = '';
    const onQuestion = (text: string) => {
      question = text;
    };
    expect(await keys(['revoke', 'k'], { answer: 'n', onQuestion })).toMatchObject({
      code: 1,
      err: 'Nothing was changed.\n',
    });
    expect(question).toContain('Revoke the production key "Booking engine"');
    expect((await keys(['revoke', 'k'], { answer: '' })).code).toBe(1);
    expect(revoked()).toBe(false);
    expect((await keys(['revoke', 'k'], { answer: 'yes' })).code).toBe(0);
    expect(revoked()).toBe(true);
  });

  it('serai keys revoke requires --yes if there is no terminal', async () => {
    expect((await keys(['revoke', 'k'])).code).toBe(2);
    expect(revoked()).toBe(false);
    expect((await keys(['revoke', 'k', '--yes'])).code).toBe(0);
    expect(revoked()).toBe(true);
  });
});

describe('keys report-leak', () => {
  it('serai keys report-leak asks for the key and reports which key was revoked', async () => {
    const { code, out } = await keys(['report-leak'], { answer: 'serai_live_x_y' });
    expect([code, out]).toEqual([0, `The key "Booking engine" (${KEY_EXAMPLE.display}) was revoked.\n`]);
    expect(sent()).toEqual([{ path: '/api/v1/keys/report-leak', input: { key: 'serai_live_x_y' } }]);
  });

  it('serai keys report-leak reads the key from a file, never from the command line', async () => {
    expect((await keys(['report-leak'])).code).toBe(2);
    expect((await keys(['report-leak', 'serai_live_x_y'])).code).toBe(2);
    expect(sent()).toEqual([]);
    const file = join(mkdtempSync(join(tmpdir(), 'serai-leak-')), 'leaked.txt');
    writeFileSync(file, 'KEY=serai_live_x_y');
    expect((await keys(['report-leak', '--file', file])).code).toBe(0);
    expect(sent()[0]?.input).toEqual({ key: 'KEY=serai_live_x_y' });
  });

  it('serai keys report-leak reports that no key matches', async () => {
    service.answerNext(200, { outcome: 'UNKNOWN', key: null });
    const { out } = await keys(['report-leak'], { answer: 'x' });
    expect(out).toBe('No key matches. Nothing was changed.\n');
  });
});
