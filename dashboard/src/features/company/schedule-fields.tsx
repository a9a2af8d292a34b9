/** What is sent to partners automatically. */
import type { BillingSchedule } from '@serai/contract/account/billing-schedule.ts';
import { LinkTo } from '../../components/link-to.tsx';
import { SelectField } from '../../components/select-field.tsx';

/** An empty text means that it is off. */
export type ScheduleDraft = { [Name in keyof BillingSchedule]: string };

export function scheduleDraft({ statementsDay, reminderDays }: BillingSchedule): ScheduleDraft {
  return { statementsDay: String(statementsDay ?? ''), reminderDays: String(reminderDays ?? '') };
}

export function toSchedule({ statementsDay, reminderDays }: ScheduleDraft): BillingSchedule {
  return {
    statementsDay: statementsDay === '' ? null : Number(statementsDay),
    reminderDays: reminderDays === '' ? null : Number(reminderDays),
  };
}

const OFF = ['', 'Off'] as const;
/** Every month has these days. */
const MAX_DAY = 28;
const MAX_DAYS = 60;

const STATEMENT_OPTIONS = [
  OFF,
  ...numbers(MAX_DAY).map(day => [String(day), `On day ${day} of the following month`] as const),
];
const REMINDER_OPTIONS = [
  OFF,
  ...numbers(MAX_DAYS).map(
    days => [String(days), `${days} ${days === 1 ? 'day' : 'days'} after the due date`] as const,
  ),
];

function numbers(max: number): number[] {
  return Array.from({ length: max }, (_, at) => at + 1);
}

interface ScheduleFieldsProps {
  draft: ScheduleDraft;
  disabled: boolean;
  onChange: (changed: Partial<ScheduleDraft>) => void;
}

export function ScheduleFields({ draft, disabled, onChange }: ScheduleFieldsProps) {
  return (
    <>
      <div className="row two">
        <SelectField
          label="Close and send statements"
          value={draft.statementsDay}
          options={STATEMENT_OPTIONS}
          disabled={disabled}
          onChange={statementsDay => onChange({ statementsDay })}
        />
        <SelectField
          label="Send payment reminders"
          value={draft.reminderDays}
          options={REMINDER_OPTIONS}
          disabled={disabled}
          onChange={reminderDays => onChange({ reminderDays })}
        />
      </div>
      <p className="hint">
        Emails go out on these days in your time zone and are listed under{' '}
        <LinkTo to="/billing" search={{ tab: 'emails' }}>
          Automatic emails
        </LinkTo>
        .
      </p>
    </>
  );
}
