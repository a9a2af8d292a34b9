import { z } from 'zod';
import { BILLING_SCHEDULE_EXAMPLE, billingSchedule } from '../account/billing-schedule.ts';
import { defineOperatorOperation } from '../operator-operation.ts';
import { partnerId } from '../shared/ids.ts';
import { anyCount, calendarDate, choice, count, flag, instant } from '../shared/values.ts';
import { month } from './ledger-entry.ts';
import { MAIL_EXCLUSIONS } from './mail-plan.ts';

export const scheduledMail = z.strictObject({
  partnerId: partnerId(),
  partnerName: z.string(),
  month: month().describe('Month of the statement.'),
  outcome: choice(['SENT', 'NOT_INCLUDED', 'FAILED']).describe(
    'SENT: the email was sent, or waits to be sent, also if staff sent it after a failure. NOT_INCLUDED: nothing was sent, and `reason` says why. FAILED: `problem` and `failure` say why.',
  ),
  reason: choice(MAIL_EXCLUSIONS)
    .nullable()
    .describe(
      'Null unless the outcome is NOT_INCLUDED. With NO_BILLING_EMAIL, a statement is closed, but not sent.',
    ),
  problem: z.string().nullable().describe('Null unless the outcome is FAILED.'),
  failure: z
    .strictObject({
      at: instant(),
      to: z.string().nullable().describe('Email address. Null if the email could not be prepared.'),
      response: z
        .string()
        .nullable()
        .describe(
          'The response of the mail server, or the error if it could not be reached, without control characters and cut after 300 characters. Null if it is not known.',
        ),
      retryAt: instant()
        .nullable()
        .describe('When Serai tries again. Null if the email failed permanently: staff must send it again.'),
    })
    .nullable()
    .describe('The last attempt to send the email, if it failed. Also set while the email is being retried.'),
  neverSent: z
    .array(z.string())
    .describe(
      'Numbers of the statements that a reminder asked for, although no email about them was sent before.',
    ),
});

export const scheduleRun = z.strictObject({
  on: calendarDate().describe('Day of the run, in the time zone of the operator.'),
  month: month()
    .nullable()
    .describe('Month of the statements. Null for reminders, which can concern several months.'),
  finishedAt: instant(),
  sent: anyCount(),
  notIncluded: anyCount(),
  failed: anyCount(),
  partners: z.array(scheduledMail),
});

const RUN_EXAMPLE = {
  on: '2026-08-03',
  month: '2026-07',
  finishedAt: '2026-08-02T22:01:00Z',
  sent: 1,
  notIncluded: 1,
  failed: 0,
  partners: [
    {
      partnerId: 'prt_01J9ZC4T3E',
      partnerName: 'Northern Travel',
      month: '2026-07',
      outcome: 'SENT',
      reason: null,
      problem: null,
      failure: null,
      neverSent: [],
    },
    {
      partnerId: 'prt_01J9ZC4T3F',
      partnerName: 'Harbour Tours',
      month: '2026-07',
      outcome: 'NOT_INCLUDED',
      reason: 'NO_BILLING_EMAIL',
      problem: null,
      failure: null,
      neverSent: [],
    },
  ],
} satisfies z.input<typeof scheduleRun>;

export const showSchedule = defineOperatorOperation({
  name: 'billing/schedule/show',
  permission: 'billing:edit',
  summary: 'Show what is sent automatically',
  description:
    'Returns when statements are closed and sent automatically, when reminders are sent, and what the last runs did. `operator/update` changes the schedule.',
  input: z.strictObject({
    statementsDay: count(1, 28)
      .optional()
      .describe('Returns `next` as it would be with this day. Default: the day that is set.'),
  }),
  output: z.strictObject({
    schedule: billingSchedule(),
    canSend: flag().describe('Whether the installation can send emails. If not, all runs wait.'),
    next: z
      .strictObject({
        on: calendarDate().describe(
          'Day of the run, in the time zone of the operator. A day in the past means that the run was missed and is made as soon as possible.',
        ),
        month: month(),
      })
      .nullable()
      .describe('The next time that statements are closed and sent. Null if this is off.'),
    nextReminders: z
      .strictObject({
        on: calendarDate().describe(
          'Day of the run, in the time zone of the operator. A day in the past means that the run was missed.',
        ),
      })
      .nullable()
      .describe('The next time that Serai looks for reminders to send. Null if this is off.'),
    statements: scheduleRun.nullable().describe('The last run for statements. Null if there was none.'),
    reminders: scheduleRun
      .nullable()
      .describe('The last run for reminders in which at least one was due. Null if there was none.'),
  }),
  examples: {
    request: {},
    answer: {
      schedule: BILLING_SCHEDULE_EXAMPLE,
      canSend: true,
      next: { on: '2026-09-03', month: '2026-08' },
      nextReminders: { on: '2026-08-19' },
      statements: RUN_EXAMPLE,
      reminders: null,
    },
  },
});

export const SHOWN_RUNS = 12;

export const listRuns = defineOperatorOperation({
  name: 'billing/schedule/runs',
  permission: 'billing:edit',
  summary: 'List what was sent automatically',
  description: `Returns the last ${SHOWN_RUNS} runs of the schedule, the latest first, with the outcome for each partner. The last run for statements is always included, even if it is older. Runs for reminders in which none was due are left out.`,
  input: z.strictObject({
    stillFailed: flag()
      .optional()
      .describe(
        'If true, only emails that failed and that still have to be sent are returned: those of the last run for statements, and reminders that no later reminder replaces. Runs without such an email are left out. Default: false.',
      ),
  }),
  output: z.strictObject({ runs: z.array(scheduleRun).max(SHOWN_RUNS + 1) }),
  examples: { request: {}, answer: { runs: [RUN_EXAMPLE] } },
});
