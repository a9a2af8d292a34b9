import { defineOperatorOperation } from '@serai/contract/operator-operation.ts';
import { OPERATOR_OPERATIONS } from '@serai/contract/operator-operations.ts';
import { environment } from '@serai/contract/shared/answer.ts';
import { nonNegativeMoney } from '@serai/contract/shared/money.ts';
import { pageInput, pageOutput } from '@serai/contract/shared/paging.ts';
import { exactlyOneOf } from '@serai/contract/shared/rule.ts';
import { choice, count, flag, instant } from '@serai/contract/shared/values.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runSerai, standIn } from '../../../test/cli.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { CONTRACT_FILES, declaredCommands, derivedCommands, everyCommand } from '../command-table.ts';

/** Operations for which no file declares a command. */
const listVouchers = defineOperatorOperation({
  name: 'vouchers/list',
  permission: 'webhooks:view',
  summary: 'List vouchers',
  description: 'The vouchers of the partner, newest first.',
  input: z.strictObject({
    environment: environment().describe('Environment of the vouchers.'),
    states: z
      .array(choice(['OPEN', 'USED']))
      .optional()
      .describe('Only vouchers in these states.'),
    from: instant().optional().describe('Created at or after this time.'),
    graceSeconds: count(0, 86_400).default(3_600).describe('How long a used voucher is still listed.'),
    expired: flag().optional().describe('Include expired vouchers.'),
    page: pageInput(200, 50),
  }),
  output: z.strictObject({
    vouchers: z.array(z.strictObject({ voucherId: z.string(), uses: count(0, 10) })),
    page: pageOutput(),
  }),
  examples: {
    request: { environment: 'production', states: ['OPEN', 'USED'], expired: true },
    answer: { vouchers: [{ voucherId: 'vch_1', uses: 3 }], page: { nextCursor: 'abc', hasMore: true } },
  },
});

const updateVoucher = defineOperatorOperation({
  name: 'vouchers/update',
  permission: 'partners:edit',
  summary: 'Change a voucher',
  description: 'Changes only the given fields.',
  input: z
    .strictObject({
      voucherId: z.string().describe('Voucher id, `vch_…`.'),
      value: nonNegativeMoney().optional().describe('What it is worth.'),
      percent: count(1, 100).optional().describe('Discount in percent.'),
      active: flag().optional().describe('Whether it can be used.'),
      note: z.string().max(20).nullable().optional().describe('A note.'),
      limits: z.strictObject({ maxUses: count(1, 10) }).optional(),
    })
    .check(exactlyOneOf('value', 'percent')),
  output: z.strictObject({ voucher: z.strictObject({ voucherId: z.string(), active: flag() }) }),
  examples: {
    request: { voucherId: 'vch_1', value: { amount: '5.00', currency: 'EUR' }, active: false },
    answer: { voucher: { voucherId: 'vch_1', active: false } },
  },
});

const operations = [...OPERATOR_OPERATIONS, listVouchers, updateVoucher];
const clock = new ManualClock(Date.parse('2026-07-02T10:00:00Z'));
const service = await standIn();
afterAll(() => service.stop());
beforeEach(() => {
  service.received.length = 0;
});

const vouchers = (typed: string) =>
  runSerai(['vouchers', ...typed.split(' ')], { env: service.env, clock, operations });

describe('an added operation', () => {
  it('an operation added to the contract becomes a command with options of the right types', async () => {
    service.answerNext(200, listVouchers.examples.answer);
    await vouchers('list --states used,open --since 7d --grace 1h --expired --limit 5');
    service.answerNext(200, updateVoucher.examples.answer);
    await vouchers('update vch_1 --value 5.00eur --active off --max-uses 3');
    expect(service.received.map(({ path, input }) => [path, input])).toEqual([
      [
        '/api/v1/vouchers/list',
        {
          environment: 'sandbox',
          states: ['OPEN', 'USED'],
          from: '2026-06-25T10:00:00.000Z',
          graceSeconds: 3_600,
          expired: true,
          page: { limit: 5 },
        },
      ],
      [
        '/api/v1/vouchers/update',
        {
          voucherId: 'vch_1',
          value: { amount: '5.00', currency: 'EUR' },
          active: false,
          limits: { maxUses: 3 },
        },
      ],
    ]);
  });

  it('the options for a range are named after the range, and a date can be typed without JSON', async () => {
    const typed = [
      'pricing',
      'rules',
      'create',
      '--name',
      'Far',
      '--stars-from',
      '4',
      '--lead-days-to',
      '30',
    ];
    const action = ['--action', '{"type":"HIDE"}', '--valid-from', '2027-01-01', '--valid-to', 'none'];
    await runSerai([...typed, ...action], { env: service.env, clock });
    expect(service.received[0]?.input).toMatchObject({
      conditions: { stars: { from: 4 }, leadDays: { to: 30 } },
      validFrom: '2027-01-01',
      validTo: null,
    });
  });

  it('the command for an added operation prints a list as a table, other responses as name–value pairs, and the unchanged response with --json', async () => {
    service.answerNext(200, listVouchers.examples.answer);
    expect((await vouchers('list')).out).toBe(
      'Vouchers\nVOUCHER ID  USES\nvch_1       3\n\nThere are more results. Repeat the command with --cursor abc\n',
    );
    service.answerNext(200, updateVoucher.examples.answer);
    expect((await vouchers('update vch_1 --percent 5')).out).toBe('Voucher id  vch_1\nActive      false\n');
    service.answerNext(200, listVouchers.examples.answer);
    expect((await vouchers('list --json')).out).toBe(`${JSON.stringify(listVouchers.examples.answer)}\n`);
  });

  it('the help for an added operation shows its usage, descriptions, types, defaults, choices and an example', async () => {
    const { code, out } = await vouchers('list --help');
    expect(code).toBe(0);
    for (const text of [
      'List vouchers.\n\nThe vouchers of the partner, newest first.\n\nUsage: serai vouchers list [options]\n',
      /--environment <sandbox\|production> +Environment of the vouchers\. Default: sandbox\.\n/,
      /--states <open\|used> … +Only vouchers in these states\.\n/,
      /--since <time> +Created at or after this time\.\n/,
      /--grace <duration> +How long a used voucher is still listed\. Default: 1h\.\n/,
      'Options with … may be repeated.',
      'serai vouchers list --environment production --states open,used --expired\n',
    ]) {
      expect(out).toMatch(text);
    }
    const update = (await vouchers('update --help')).out;
    expect(update).toContain('Usage: serai vouchers update <voucherId> [options]\n');
    expect(update).toMatch(/--percent <number> +Discount in percent\. 1 to 100\.\n/);
    expect(update).toMatch(/--active <on\|off>/);
    expect(update).toContain('serai vouchers update vch_1 --value 5.00EUR --active off\n');
  });

  it('an added operation is listed in the help of its group and in the general help', async () => {
    expect((await vouchers('--help')).out).toMatch(/vouchers update +Change a voucher\.\n/);
    const { out } = await runSerai(['help'], { operations });
    expect(out).toMatch(/vouchers list +List vouchers\.\n/);
  });

  it('the command for an added operation reports all invalid options together without calling the service', async () => {
    const { code, out, err } = await vouchers(
      'list --stats open --grace soon --limit 999 --cursor a --cursor b --foo bar',
    );
    expect([code, out, service.received]).toEqual([2, '', []]);
    expect(err.split('\n')).toEqual([
      'The command has 5 errors.',
      '  Unknown option --stats. Did you mean --states?',
      '  --cursor may be given only once.',
      '  Unknown option --foo.',
      '  --grace takes a duration such as 90s, 15m, 24h or 7d, not "soon".',
      '  --limit: Use at most 200.',
      'Run serai vouchers list --help to see how it is used.',
      '',
    ]);
  });

  it.each([
    ['update --percent 5', '<voucherId> is required.'],
    ['update vch_1 --percent 500', '--percent: Use at most 100.'],
    ['update vch_1 --percent 5 --value 5.00EUR', 'Specify exactly one of --value, --percent.'],
    ['update vch_1 --percent 5 --value five', '--value takes an amount such as 12.50EUR, not "five".'],
    ['update vch_1 vch_2 --percent 5', 'Unexpected argument "vch_2".'],
    ['list --states gone', '--states does not take "gone". Use one of: open, used.'],
    ['list --states', '--states needs a value.'],
  ])('the CLI rejects "vouchers %s" with a message about the invalid argument', async (typed, message) => {
    const { code, err } = await vouchers(typed);
    expect([code, err, service.received]).toEqual([2, expect.stringContaining(message), []]);
  });
});

describe('the commands', () => {
  it('all commands have unique names', async () => {
    const names = (await everyCommand()).map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it.each(Object.keys(CONTRACT_FILES))(
    'the commands that start with %s are found without loading the whole contract',
    async word => {
      const declared = (await declaredCommands(word)) ?? [];
      const found = [...declared, ...(await derivedCommands(word, declared))].map(({ name }) => name);
      const all = (await everyCommand()).map(({ name }) => name);
      expect(found.sort()).toEqual(all.filter(name => name.startsWith(`${word} `)).sort());
    },
  );

  it('every option of every command has a description', async () => {
    const missing = (await everyCommand()).flatMap(({ name, options = {} }) =>
      Object.entries(options)
        .filter(([, { description }]) => description === '')
        .map(([option]) => `${name} --${option}`),
    );
    expect(missing).toEqual([]);
  });
});
