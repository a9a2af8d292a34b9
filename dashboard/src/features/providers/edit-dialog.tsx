import { type FormEvent, useState } from 'react';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Notice } from '../../components/feedback.tsx';
import { Field } from '../../components/field.tsx';
import { fieldError } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { AdapterFields } from './adapter-fields.tsx';
import { type Adapter, fieldsToSend, type Provider, type Values } from './provider.ts';

interface EditDialogProps {
  provider: Provider;
  adapter: Adapter | undefined;
  open: boolean;
  onClose: () => void;
}

export function EditDialog(props: EditDialogProps) {
  return (
    <Dialog open={props.open} title={`Edit ${props.provider.name}`} onClose={props.onClose}>
      <EditForm {...props} />
    </Dialog>
  );
}

function EditForm({ provider, adapter, onClose }: EditDialogProps) {
  const { providerId, settings, credentialNames } = provider;
  const [name, setName] = useState(provider.name);
  const [preference, setPreference] = useState(String(provider.preference));
  const [values, setValues] = useState<Values>(
    Object.fromEntries(Object.entries(settings).map(([field, value]) => [field, String(value)])),
  );
  // What is required says which provider this is.
  const fixed = adapter?.fields.filter(({ required, secret }) => required && !secret).map(each => each.name);
  const update = useAction('providers/update', { toast: 'Provider changed.', done: onClose });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void update.run({
      providerId,
      name: name.trim(),
      preference: Number(preference),
      ...(adapter && fieldsToSend(adapter, values)),
    });
  };
  const { failure } = update;
  return (
    <form onSubmit={submit}>
      <Field label="Name" problem={fieldError(failure, 'name')}>
        {control => (
          <input
            {...control}
            required
            maxLength={100}
            value={name}
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
            required
            min={0}
            max={1000}
            value={preference}
            onChange={event => setPreference(event.target.value)}
          />
        )}
      </Field>
      {adapter && (
        <AdapterFields
          adapter={adapter}
          values={values}
          known={credentialNames}
          fixed={fixed ?? []}
          isNew={false}
          failure={failure}
          onChange={setValues}
        />
      )}
      {failure && <Notice failure={failure} />}
      <div className="row end">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" className="main" disabled={update.busy}>
          {update.busy ? 'Working …' : 'Save'}
        </button>
      </div>
    </form>
  );
}
