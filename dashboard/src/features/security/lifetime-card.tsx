import { type FormEvent, useState } from 'react';
import { Card } from '../../components/card.tsx';
import { Notice } from '../../components/feedback.tsx';
import { Field } from '../../components/field.tsx';
import { fieldError } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { useMay, useSession } from '../../lib/session-context.ts';

/** The longest that a key may live. Owners set it; the server holds every new, edited and rotated key to it. */
export function LifetimeCard() {
  const present = useSession().session.organisation.maxKeyLifetimeDays;
  const isOwner = useMay('owner');
  const [days, setDays] = useState(present === null ? '' : String(present));
  const save = useAction('organisations/update', {
    toast: 'Saved.',
    changes: ['organisations', 'session'],
  });
  const problem = fieldError(save.failure, 'maxKeyLifetimeDays');
  const wanted = days === '' ? null : Number(days);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save.run({ maxKeyLifetimeDays: wanted });
  };
  return (
    <Card
      title="Longest lifetime of a key"
      hint="Holds for keys that are made, get another expiry, or are rotated from now on."
    >
      {isOwner ? (
        <form className="stack" onSubmit={submit}>
          <Field label="Days" hint="Empty for no bound." problem={problem}>
            {control => (
              <input
                {...control}
                type="number"
                inputMode="numeric"
                min={1}
                max={3_650}
                step={1}
                value={days}
                onChange={event => setDays(event.target.value)}
              />
            )}
          </Field>
          {save.failure && problem === undefined && <Notice failure={save.failure} />}
          <div className="row">
            <button type="submit" className="main" disabled={save.busy || wanted === present}>
              {save.busy ? 'Saving …' : 'Save'}
            </button>
          </div>
        </form>
      ) : (
        <p>
          {present === null ? 'There is no bound.' : `${present} days.`}{' '}
          <span className="faint">An owner sets it.</span>
        </p>
      )}
    </Card>
  );
}
