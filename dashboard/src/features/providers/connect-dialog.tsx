import { type FormEvent, useState } from 'react';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Notice } from '../../components/feedback.tsx';
import { Field } from '../../components/field.tsx';
import { fieldError } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { showToast } from '../../lib/toasts.tsx';
import { ENVIRONMENT_NAMES, useEnvironment } from '../../lib/url-state.ts';
import { AdapterFields } from './adapter-fields.tsx';
import { type Adapter, fieldsToSend, type Values } from './provider.ts';

interface ConnectDialogProps {
  adapters: readonly Adapter[];
  open: boolean;
  onClose: () => void;
}

export function ConnectDialog({ adapters, open, onClose }: ConnectDialogProps) {
  return (
    <Dialog open={open} title="Connect a provider" onClose={onClose}>
      <ConnectForm adapters={adapters} onClose={onClose} />
    </Dialog>
  );
}

/** Tries the connection once; one that cannot be reached is stored all the same, and says so. */
function ConnectForm({ adapters, onClose }: Omit<ConnectDialogProps, 'open'>) {
  const environment = useEnvironment();
  const [word, setWord] = useState(adapters[0]?.adapter ?? '');
  const adapter = adapters.find(each => each.adapter === word);
  const [name, setName] = useState('');
  const [preference, setPreference] = useState('');
  const [values, setValues] = useState<Values>({});
  const connect = useAction('providers/connect', {
    done: ({ provider }) => {
      showToast(provider.health.state === 'DOWN' ? 'Connected, but it does not answer.' : 'Connected.');
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (adapter === undefined) return;
    void connect.run({
      adapter: adapter.adapter,
      name: name.trim() || adapter.name,
      environment,
      ...(preference !== '' && { preference: Number(preference) }),
      ...fieldsToSend(adapter, values),
    });
  };
  const { failure } = connect;
  return (
    <form onSubmit={submit}>
      <Field label="Adapter" hint={adapter?.description} problem={fieldError(failure, 'adapter')}>
        {control => (
          <select {...control} value={word} onChange={event => setWord(event.target.value)}>
            {adapters.map(each => (
              <option key={each.adapter} value={each.adapter}>
                {each.name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Name" hint="What people call it." problem={fieldError(failure, 'name')}>
        {control => (
          <input
            {...control}
            maxLength={100}
            value={name}
            placeholder={adapter?.name}
            onChange={event => setName(event.target.value)}
          />
        )}
      </Field>
      <Field
        label="Preference"
        hint="Breaks ties between equal prices; the lowest wins."
        problem={fieldError(failure, 'preference')}
      >
        {control => (
          <input
            {...control}
            type="number"
            min={0}
            max={1000}
            value={preference}
            onChange={event => setPreference(event.target.value)}
          />
        )}
      </Field>
      {adapter && (
        <AdapterFields adapter={adapter} values={values} isNew failure={failure} onChange={setValues} />
      )}
      <p className="hint">
        Environment: {ENVIRONMENT_NAMES[environment]}. Providers that come with the service are connected from
        the start; connecting one again sets it anew.
      </p>
      {failure && <Notice failure={failure} />}
      <div className="row end">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" className="main" disabled={connect.busy || adapter === undefined}>
          {connect.busy ? 'Trying …' : 'Connect'}
        </button>
      </div>
    </form>
  );
}
