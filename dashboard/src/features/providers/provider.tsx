import { useState } from 'react';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { Notice } from '../../components/feedback.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { formatNumber, formatPercent } from '../../lib/format/format.ts';

export type Provider = Output<'providers/list'>['providers'][number];
export type Adapter = Output<'providers/list'>['adapters'][number];
export type ProviderHealth = Output<'providers/health'>['providers'][number];

export function errorRate({ calls, errors }: { calls: number; errors: number }): number | null {
  return calls === 0 ? null : errors / calls;
}

/** Timeouts count as errors too. */
export function describeErrors({ errors, timeouts }: { errors: number; timeouts: number }): string {
  const failed = `${formatNumber(errors)} failed`;
  if (errors === 0) return failed;
  if (timeouts === 0) return `${failed}, no timeouts`;
  if (timeouts === errors) return errors === 1 ? `${failed} with a timeout` : `${failed}, all timeouts`;
  return `${failed}, including ${timeouts === 1 ? '1 timeout' : `${formatNumber(timeouts)} timeouts`}`;
}

const RECENT_MINUTES = 5;

export type MinuteCalls = Pick<ProviderHealth['buckets'][number], 'calls' | 'errors' | 'timeouts'>;

/** The calls of the last five minutes, and of the minute that has just begun. */
export function lastMinutes(
  buckets: readonly (MinuteCalls & { start: string })[],
  nowMs: number,
): MinuteCalls {
  const fromMs = nowMs - (RECENT_MINUTES + 1) * 60_000;
  return buckets
    .filter(({ start }) => Date.parse(start) > fromMs)
    .reduce(
      (sum, { calls, errors, timeouts }) => ({
        calls: sum.calls + calls,
        errors: sum.errors + errors,
        timeouts: sum.timeouts + timeouts,
      }),
      { calls: 0, errors: 0, timeouts: 0 },
    );
}

/** For example `3 of the last 23 calls failed.` */
export function recentWords({ calls, errors }: MinuteCalls): string {
  if (calls === 0) return `No calls in the last ${RECENT_MINUTES} minutes.`;
  const last = calls === 1 ? 'last call' : `last ${formatNumber(calls)} calls`;
  if (errors === 0) return `The ${last} succeeded.`;
  return calls === errors ? `The ${last} failed.` : `${formatNumber(errors)} of the ${last} failed.`;
}

/** Who gets emails about a failing provider. The server decides in the same way. */
export function emailWords(environment: Provider['environment'], sendsEmails: boolean): string {
  if (environment !== 'production') return 'Serai sends emails about failing providers in production only.';
  return sendsEmails
    ? 'Owners, admins and support staff get an email after five minutes of failure, unless SERAI_MAIL_PROVIDERS is false.'
    : 'No email alert is sent, because no mail server is set up (SERAI_SMTP_URL).';
}

/** The tighter of the limits, for example `82% of the daily limit used`. */
export function budgetWords({
  minute,
  day,
  blockedUntil,
}: Pick<NonNullable<ProviderHealth['budget']>, 'minute' | 'day' | 'blockedUntil'>): string {
  if (blockedUntil !== null) return 'Blocked by the supplier';
  const shares = [
    ...(minute ? [{ share: minute.used / Math.max(1, minute.limit), name: 'per-minute' }] : []),
    ...(day ? [{ share: day.used / Math.max(1, day.limit), name: 'daily' }] : []),
  ].sort((a, b) => b.share - a.share);
  const [tightest] = shares;
  return tightest ? `${formatPercent(tightest.share)} of the ${tightest.name} limit used` : 'No limit';
}

/** Adds up neighbouring values until at most `bars` are left, so that a small chart covers the whole period. */
export function sparkOf(values: readonly number[], bars: number): number[] {
  const width = Math.max(1, Math.ceil(values.length / bars));
  return Array.from({ length: Math.ceil(values.length / width) }, (_, index) =>
    values.slice(index * width, (index + 1) * width).reduce((sum, value) => sum + value, 0),
  );
}

export type Values = Readonly<Record<string, string>>;

type Settings = Record<string, string | number | boolean>;

interface Fields {
  settings?: Settings;
  credentials?: Record<string, string>;
}

/**
 * Converts form values to the API input: parses numbers and flags, separates secrets, and omits empty fields. If the
 * user clears a setting that is in `stored`, it is sent as an empty string, which removes it.
 */
export function fieldsToSend(adapter: Adapter, values: Values, stored: Settings = {}): Fields {
  const filled = adapter.fields.flatMap(field => {
    const text = values[field.name]?.trim() ?? '';
    const isRemoved = text === '' && !field.secret && Object.hasOwn(stored, field.name);
    return text === '' && !isRemoved ? [] : [{ ...field, text }];
  });
  const secrets = filled.filter(({ secret }) => secret);
  const others = filled.filter(({ secret }) => !secret);
  return {
    ...(others.length > 0 && {
      settings: Object.fromEntries(others.map(({ name, type, text }) => [name, settingOf(type, text)])),
    }),
    ...(secrets.length > 0 && {
      credentials: Object.fromEntries(secrets.map(({ name, text }) => [name, text])),
    }),
  };
}

function settingOf(type: Adapter['fields'][number]['type'], text: string): string | number | boolean {
  if (type === 'FLAG' && text !== '') return text === 'true';
  return type === 'NUMBER' && /^-?\d{1,15}(\.\d{1,9})?$/.test(text) ? Number(text) : text;
}

/**
 * The settings with the labels of the form, for example `Timeout (ms): 900`. Required settings identify the provider, so
 * its name and code already show them.
 */
export function settingWords(settings: Settings, adapter: Adapter | undefined): string {
  return Object.entries(settings)
    .flatMap(([name, value]) => {
      const field = adapter?.fields.find(each => each.name === name);
      if (field?.required) return [];
      return `${field?.label ?? name}: ${typeof value === 'boolean' ? (value ? 'Yes' : 'No') : value}`;
    })
    .join(', ');
}

/** Pausing needs confirmation, because partners no longer receive the provider's offers. Resuming does not. */
interface PauseButtonProps {
  provider: Provider;
  small?: boolean;
}

export function PauseButton({ provider, small = false }: PauseButtonProps) {
  const { providerId, name, enabled } = provider;
  const [asking, setAsking] = useState(false);
  const pause = useAction('providers/update', {
    toast: `${name} paused.`,
    done: () => setAsking(false),
  });
  const resume = useAction('providers/update', { toast: `${name} resumed.` });
  const resumeIt = () => {
    if (!resume.busy) void resume.run({ providerId, enabled: true });
  };
  // A single button that is never disabled, so that it keeps the focus.
  return (
    <>
      <button
        type="button"
        className={small ? 'small' : undefined}
        onClick={enabled ? () => setAsking(true) : resumeIt}
      >
        {enabled ? 'Pause' : 'Resume'}
      </button>
      {resume.failure && <Notice failure={resume.failure} />}
      <ConfirmDialog
        open={asking}
        title={`Pause ${name}?`}
        confirmLabel="Pause"
        busy={pause.busy}
        failure={pause.failure}
        onConfirm={() => void pause.run({ providerId, enabled: false })}
        onClose={() => setAsking(false)}
      >
        <p>
          Until you resume it, it receives no searches, quotes or bookings. Existing bookings can still be
          looked up and cancelled.
        </p>
      </ConfirmDialog>
    </>
  );
}
