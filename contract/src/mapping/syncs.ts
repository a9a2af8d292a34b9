import { z } from 'zod';
import { defineOperatorOperation } from '../operator-operation.ts';
import { environment } from '../shared/answer.ts';
import { anyCount, choice, instant, opaque } from '../shared/values.ts';
import { providerCode } from './mapping-fields.ts';

const scope = () => ({ environment: environment(), provider: providerCode() });

const mode = () =>
  choice(['FULL', 'DELTA']).describe('FULL: reads all hotels. DELTA: reads the changes since the last run.');

export const syncRun = () =>
  z.strictObject({
    runId: z.string(),
    mode: mode(),
    state: choice(['QUEUED', 'RUNNING', 'DONE', 'STOPPED', 'CANCELLED', 'FAILED']).describe(
      'STOPPED: waits for confirmation, and `reason` states why. CANCELLED: stopped on request.',
    ),
    reason: choice(['MANY_REMOVALS', 'INCOMPLETE'])
      .nullable()
      .describe(
        'MANY_REMOVALS: more hotels are missing than a run may remove. Nothing was removed. INCOMPLETE: the list changed while it was read or had unreadable hotels, so nothing was removed. Later runs read the changes, and the next full run can remove hotels.',
      ),
    waitingFor: choice(['BUDGET', 'SUPPLIER_LIMIT', 'RETRY'])
      .nullable()
      .describe(
        "BUDGET: the account's call limits leave no calls for content now. SUPPLIER_LIMIT: the supplier refused a call because of its limits. RETRY: the last call failed.",
      ),
    waitingUntil: instant().nullable(),
    lastError: z
      .string()
      .nullable()
      .describe('The last problem of the run. It may have been resolved since then.'),
    pages: anyCount().describe('Pages that were read and stored.'),
    hotels: anyCount().describe('Hotels on these pages.'),
    total: anyCount().nullable().describe('Hotels to read in total. Null if not reported by the supplier.'),
    added: anyCount(),
    changed: anyCount(),
    unchanged: anyCount(),
    removed: anyCount(),
    returned: anyCount().describe('Hotels that had been removed and that the supplier lists again.'),
    missing: anyCount()
      .nullable()
      .describe('Hotels that are missing from the complete list. Null until they are counted.'),
    present: anyCount()
      .nullable()
      .describe('Number of hotels in the account when the missing hotels were counted.'),
    requestedBy: z.string().describe('Email address of the person, `operator-token`, or `schedule`.'),
    confirmedBy: z.string().nullable().describe('The person who confirmed the removals.'),
    requestedAt: instant(),
    startedAt: instant().nullable(),
    finishedAt: instant().nullable(),
  });

export const sync = () =>
  z.strictObject({
    ...scope(),
    changedSince: instant()
      .nullable()
      .describe('The next run reads the changes since this time. Null if it must read all hotels.'),
    fullAt: instant().nullable().describe('When the last full run ended.'),
    nextRunAt: instant().nullable().describe('Null if runs start only on request.'),
    run: syncRun().nullable().describe('The latest run. Null before the first one.'),
    toConfirm: syncRun()
      .nullable()
      .describe('The latest full run, if it stopped and waits for confirmation. Otherwise null.'),
  });

const RUN_EXAMPLE = {
  runId: 'crn_8Fq2Lw0ZkT5mXy7Rb3Nc',
  mode: 'FULL',
  state: 'RUNNING',
  reason: null,
  waitingFor: null,
  waitingUntil: null,
  lastError: null,
  pages: 42,
  hotels: 4_200,
  total: 181_400,
  added: 12,
  changed: 80,
  unchanged: 4_108,
  removed: 0,
  returned: 0,
  missing: null,
  present: null,
  requestedBy: 'ana@example.com',
  confirmedBy: null,
  requestedAt: '2027-01-12T09:30:00Z',
  startedAt: '2027-01-12T09:30:01Z',
  finishedAt: null,
} satisfies z.input<ReturnType<typeof syncRun>>;

const SYNC_EXAMPLE = {
  environment: 'production',
  provider: 'hotelbeds',
  changedSince: '2027-01-11T09:30:00Z',
  fullAt: '2027-01-05T11:02:00Z',
  nextRunAt: '2027-01-12T09:30:00Z',
  run: RUN_EXAMPLE,
  toConfirm: null,
} satisfies z.input<ReturnType<typeof sync>>;

const STOPPED_EXAMPLE = {
  ...RUN_EXAMPLE,
  state: 'STOPPED',
  reason: 'MANY_REMOVALS',
  missing: 9_120,
  present: 181_400,
  finishedAt: '2027-01-12T11:30:00Z',
} as const;

export const listSyncs = defineOperatorOperation({
  name: 'syncs/list',
  permission: 'providers:view',
  summary: 'Show the content sync of supplier accounts',
  description:
    'Returns each account at a supplier with the progress and last error of its latest run, and the time of the next run.',
  input: z.strictObject({
    environment: environment().optional().describe('Default: both environments.'),
    provider: providerCode().optional().describe('Only accounts with this code.'),
  }),
  output: z.strictObject({ syncs: z.array(sync()) }),
  examples: { request: { environment: 'production' }, answer: { syncs: [SYNC_EXAMPLE] } },
});

export const startSync = defineOperatorOperation({
  name: 'syncs/start',
  permission: 'providers:edit',
  summary: "Read a supplier's hotels now",
  description:
    'Starts a run in the background. By default it reads the changes since the last run. Before the first complete run, it always reads all hotels. Returns `INVALID_STATE` if a run of the account is still open, or if the account is paused.',
  input: z.strictObject({
    ...scope(),
    mode: mode().optional().describe('Default: DELTA. Always FULL before the first complete run.'),
  }),
  output: z.strictObject({ sync: sync() }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: {
    request: { environment: 'production', provider: 'hotelbeds', mode: 'FULL' },
    answer: { sync: SYNC_EXAMPLE },
  },
});

export const confirmSync = defineOperatorOperation({
  name: 'syncs/confirm',
  permission: 'providers:edit',
  summary: 'Confirm that a supplier has removed many hotels',
  description:
    'Continues a stopped run, which then removes the missing hotels. They are no longer sold. Their mappings and bookings remain. Only the latest full run of an account can be confirmed.',
  input: z.strictObject({ ...scope(), runId: opaque(64).describe('The stopped run.') }),
  output: z.strictObject({ sync: sync() }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: {
    request: { environment: 'production', provider: 'hotelbeds', runId: RUN_EXAMPLE.runId },
    answer: { sync: { ...SYNC_EXAMPLE, run: { ...STOPPED_EXAMPLE, state: 'RUNNING', reason: null } } },
  },
});

export const stopSync = defineOperatorOperation({
  name: 'syncs/stop',
  permission: 'providers:edit',
  summary: "Stop reading a supplier's hotels",
  description:
    'Ends the open run of an account at once. Pages that were already stored are kept, and a page that is being read is discarded. The next scheduled run starts as usual.',
  input: z.strictObject(scope()),
  output: z.strictObject({ sync: sync() }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: {
    request: { environment: 'production', provider: 'hotelbeds' },
    answer: {
      sync: {
        ...SYNC_EXAMPLE,
        run: { ...RUN_EXAMPLE, state: 'CANCELLED', finishedAt: '2027-01-12T09:41:00Z' },
      },
    },
  },
});
