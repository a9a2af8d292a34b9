/** What the operator lets the installation send automatically at the end of a month. */
import { z } from 'zod';
import { count } from '../shared/values.ts';

const fields = () => ({
  statementsDay: count(1, 28)
    .nullable()
    .describe(
      'Day of the following month on which the statements of a month are closed and sent, in the time zone of the operator. Null: statements are not sent automatically.',
    ),
  reminderDays: count(1, 60)
    .nullable()
    .describe(
      'Days after the due date on which a payment reminder is sent, once for each statement. Null: no reminders are sent automatically.',
    ),
});

export const billingSchedule = () =>
  z
    .strictObject(fields())
    .describe(
      'Emails that are sent automatically to partners in production. Nothing is sent on the day on which a setting is turned on, and nothing that would have been sent before. A change of a setting that is on takes effect within a minute: with an earlier day that has passed, the statements of the month are closed and sent, and with fewer days, reminders are sent in the next daily run.',
    );

export const billingScheduleInput = () => {
  const { statementsDay, reminderDays } = fields();
  return z
    .strictObject({ statementsDay: statementsDay.optional(), reminderDays: reminderDays.optional() })
    .describe('Emails that are sent automatically. Omitted fields stay unchanged.');
};

export type BillingSchedule = z.output<ReturnType<typeof billingSchedule>>;

/** Everything is off by default. */
export const NO_BILLING_SCHEDULE: BillingSchedule = { statementsDay: null, reminderDays: null };

export const BILLING_SCHEDULE_EXAMPLE: BillingSchedule = { statementsDay: 3, reminderDays: 7 };
