import { type FormEvent, useState } from 'react';
import { Banner } from '../../../components/banner.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { Field } from '../../../components/field.tsx';
import { LinkTo } from '../../../components/link-to.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useAction } from '../../../lib/calls/use-action.ts';
import type { ApiKey, Made } from '../parts/api-key.ts';
import { useKeyRights } from '../parts/use-key-rights.ts';

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
  onRotated: (made: Made) => void;
}

export function RotateDialog({ apiKey, open, onClose, onRotated }: RotateDialogProps) {
  const { keyId, name, environment, secrets } = apiKey;
  const { prove } = useKeyRights(environment);
  const [overlap, setOverlap] = useState('86400');
  const rotate = useAction('keys/rotate', { changes: ['keys', 'security'], done: onRotated });
  const close = () => {
    rotate.clear();
    onClose();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await prove()) await rotate.run({ keyId, overlapSeconds: Number(overlap) });
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
