import { useEffect, useState } from 'react';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Banner, Notice } from '../../components/feedback.tsx';
import { Form, FormButtons } from '../../components/form.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { useAction } from '../../lib/calls/use-action.ts';
import { formatDateTimeZone } from '../../lib/format/format.ts';
import { type ApiKey, type CreatedKey, useKeyRights } from './api-key.tsx';

const OVERLAPS = [
  ['0', '0 hours (revoke now)'],
  ['3600', '1 hour'],
  ['86400', '24 hours'],
  ['604800', '7 days'],
] as const;

interface RotateDialogProps {
  apiKey: ApiKey;
  open: boolean;
  onClose: () => void;
  onRotated: (created: CreatedKey) => void;
}

export function RotateDialog({ apiKey, open, onClose, onRotated }: RotateDialogProps) {
  const { keyId, name, environment, secrets } = apiKey;
  const { stepUp } = useKeyRights(environment);
  const [overlap, setOverlap] = useState('86400');
  const rotate = useAction('keys/rotate', { changes: ['keys', 'security'], done: onRotated });
  const close = () => {
    rotate.clear();
    onClose();
  };
  const submit = async () => {
    if (await stepUp()) await rotate.run({ keyId, overlapSeconds: Number(overlap) });
  };
  const isTooLong = rotate.failure?.details.some(({ code }) => code === 'LIFETIME_TOO_LONG') ?? false;
  return (
    <Dialog open={open} title={`Rotate the key “${name}”`} onClose={close}>
      <Form onSubmit={submit}>
        <p>You get a new key to copy. Its ID, scopes, limits and usage counters stay the same.</p>
        <SelectField
          label="Keep the old key valid for"
          hint="Allow enough time to deploy the new key everywhere. You can revoke the old one sooner."
          value={overlap}
          onChange={setOverlap}
          options={OVERLAPS}
        />
        <p>{oldKeyWords(Number(overlap), apiKey.expiresAt, Date.now())}</p>
        {secrets.length > 1 && (
          <Banner tone="warn" title="An old and a new key are valid now">
            At most two are valid at once. If you rotate now, the older one stops working immediately.
          </Banner>
        )}
        {rotate.failure && !isTooLong && <Notice failure={rotate.failure} />}
        {isTooLong && (
          <Banner tone="warn" title="The key would exceed the maximum lifetime">
            {rotate.failure?.details[0]?.message}{' '}
            <LinkTo to="/settings/api-keys/$keyId" params={{ keyId }} search={{ tab: 'settings' }}>
              Set an expiry
            </LinkTo>
          </Banner>
        )}
        <FormButtons onCancel={close} disabled={rotate.busy}>
          {rotate.busy ? 'Rotating…' : 'Rotate'}
        </FormButtons>
      </Form>
    </Dialog>
  );
}

/** Until when the old key works if it is rotated now. It never works longer than the key itself. */
export function oldKeyWords(overlapSeconds: number, expiresAt: string | null, nowMs: number): string {
  if (overlapSeconds === 0) return 'The old key stops working immediately.';
  const untilMs = Math.min(nowMs + overlapSeconds * 1000, Date.parse(expiresAt ?? '') || Infinity);
  return `The old key works until ${formatDateTimeZone(new Date(untilMs).toISOString())}.`;
}

/** Ends the overlap, after which only the new key works. */
export function useRevokeOld({ keyId, environment }: Pick<ApiKey, 'keyId' | 'environment'>) {
  const { mayChange, stepUp } = useKeyRights(environment);
  const end = useAction('keys/end-overlap', { toast: 'Only the new key works now.', changes: ['keys'] });
  /** Resolves to true if the old key no longer works. */
  const revoke = async () => (await stepUp()) && (await end.run({ keyId })) !== undefined;
  return { mayChange, busy: end.busy, failure: end.failure, revoke };
}

/** Shows how long the old key remains valid, when it was last used, and a button to revoke it. */
export function Overlap({ apiKey }: { apiKey: ApiKey }) {
  const { mayChange, busy, failure, revoke } = useRevokeOld(apiKey);
  const old = apiKey.secrets.find(({ validUntil }) => validUntil !== null);
  if (old === undefined || old.validUntil === null) return null;
  return (
    <Banner
      tone="warn"
      title={
        <>
          The old key <code>{old.start}…</code> expires in <Countdown until={old.validUntil} />
        </>
      }
      action={
        mayChange && (
          <button type="button" disabled={busy} onClick={() => void revoke()}>
            {busy ? 'Revoking…' : 'Revoke now'}
          </button>
        )
      }
    >
      <LastUse use={old.lastUsed} />
      {failure && <Notice failure={failure} />}
    </Banner>
  );
}

function LastUse({ use }: { use: ApiKey['lastUsed'] }) {
  if (use === null) return 'The old key has never been used.';
  return (
    <>
      The old key was last used <Timestamp at={use.at} />
      {use.address !== null && ` from ${use.address}`}
      {use.clientVersion !== null && `, client ${use.clientVersion}`}.
    </>
  );
}

/** Screen readers do not announce the countdown every second. Its title contains the exact time. */
function Countdown({ until }: { until: string }) {
  const [nowMs, setNowMs] = useState(Date.now);
  const left = timeLeft(Date.parse(until), nowMs);
  const isOver = left === undefined;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isOver]);
  return (
    <time dateTime={until} title={until} role="timer">
      {left ?? 'now'}
    </time>
  );
}

/** The remaining time in its two largest units, or undefined if the time has passed. */
export function timeLeft(untilMs: number, nowMs: number): string | undefined {
  const seconds = Math.ceil((untilMs - nowMs) / 1000);
  if (seconds <= 0) return undefined;
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  return parts
    .slice(first, first + 2)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}
