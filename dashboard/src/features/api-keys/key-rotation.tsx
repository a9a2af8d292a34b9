import { type FormEvent, useEffect, useState } from 'react';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Banner, Notice } from '../../components/feedback.tsx';
import { Field } from '../../components/field.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { useAction } from '../../lib/calls/use-action.ts';
import { type ApiKey, type CreatedKey, useKeyRights } from './api-key.tsx';

const OVERLAPS = [
  ['0', 'End the old secret now'],
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
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await stepUp()) await rotate.run({ keyId, overlapSeconds: Number(overlap) });
  };
  const isTooLong = rotate.failure?.details.some(({ code }) => code === 'LIFETIME_TOO_LONG') ?? false;
  return (
    <Dialog open={open} title={`Rotate ${name}`} onClose={close}>
      <form onSubmit={event => void submit(event)}>
        <p>
          The key gets a new secret. Its id, scopes, limits and counters stay, so a rotation neither doubles
          nor resets what it may use.
        </p>
        <Field
          label="The old secret works for another"
          hint="Long enough to bring the new one to every place that uses it; you can end it sooner."
        >
          {control => (
            <select {...control} value={overlap} onChange={event => setOverlap(event.target.value)}>
              {OVERLAPS.map(([seconds, words]) => (
                <option key={seconds} value={seconds}>
                  {words}
                </option>
              ))}
            </select>
          )}
        </Field>
        {secrets.length > 1 && (
          <Banner tone="warn" title="Two secrets work now">
            At most two may: the oldest ends at once when you rotate again.
          </Banner>
        )}
        {rotate.failure && !isTooLong && <Notice failure={rotate.failure} />}
        {isTooLong && (
          <Banner tone="warn" title="The key would live too long">
            {rotate.failure?.details[0]?.message}{' '}
            <LinkTo to="/settings/api-keys/$keyId" params={{ keyId }} search={{ tab: 'settings' }}>
              Set an expiry
            </LinkTo>
          </Banner>
        )}
        <div className="row end">
          <button type="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" className="main" disabled={rotate.busy}>
            {rotate.busy ? 'Rotating …' : 'Rotate'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** While an older secret still works: until when, who used it last, and the way to end it. */
export function Overlap({ apiKey }: { apiKey: ApiKey }) {
  const { keyId, environment, secrets } = apiKey;
  const { mayChange, stepUp } = useKeyRights(environment);
  const end = useAction('keys/end-overlap', {
    toast: 'Only the new secret works now.',
    changes: ['keys'],
  });
  const old = secrets.find(({ validUntil }) => validUntil !== null);
  if (old === undefined || old.validUntil === null) return null;
  const endNow = async () => {
    if (await stepUp()) await end.run({ keyId });
  };
  return (
    <Banner
      tone="warn"
      title={
        <>
          The old secret <code>{old.start}…</code> works for another <Countdown until={old.validUntil} />
        </>
      }
      action={
        mayChange && (
          <button type="button" disabled={end.busy} onClick={() => void endNow()}>
            {end.busy ? 'Ending …' : 'End it now'}
          </button>
        )
      }
    >
      <LastUse use={old.lastUsed} />
      {end.failure && <Notice failure={end.failure} />}
    </Banner>
  );
}

function LastUse({ use }: { use: ApiKey['lastUsed'] }) {
  if (use === null) return 'The old secret was never used.';
  return (
    <>
      Old secret last used <Timestamp at={use.at} />
      {use.address !== null && ` from ${use.address}`}
      {use.clientVersion !== null && `, client ${use.clientVersion}`}.
    </>
  );
}

/** Tells no screen reader every second; the moment itself stands in its title. */
export function Countdown({ until }: { until: string }) {
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

/** How long until a moment, in the two largest units; undefined when it is past. Pure. */
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
