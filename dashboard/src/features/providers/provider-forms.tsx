import { useState } from 'react';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Notice } from '../../components/feedback.tsx';
import { Form, FormButtons, TextField } from '../../components/form.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { type CallFailure, fieldError } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { showToast } from '../../lib/toasts.tsx';
import { ENVIRONMENT_NAMES, useEnvironment } from '../../lib/url-state.ts';
import { type Adapter, fieldsToSend, type Provider, type Values } from './provider.tsx';

interface ConnectDialogProps {
  adapters: readonly Adapter[];
  open: boolean;
  onClose: () => void;
}

export function ConnectDialog({ adapters, open, onClose }: ConnectDialogProps) {
  return (
    <Dialog open={open} title="Connect provider" onClose={onClose}>
      <ConnectForm adapters={adapters} onClose={onClose} />
    </Dialog>
  );
}

/** Connects a provider. Also stores a provider that does not respond. */
function ConnectForm({ adapters, onClose }: Omit<ConnectDialogProps, 'open'>) {
  const environment = useEnvironment();
  const [word, setWord] = useState(adapters[0]?.adapter ?? '');
  const adapter = adapters.find(each => each.adapter === word);
  const [name, setName] = useState('');
  const [preference, setPreference] = useState('');
  const [code, setCode] = useState('');
  const [values, setValues] = useState<Values>({});
  const hasAccount = adapter?.fields.some(({ secret }) => secret) ?? false;
  const connect = useAction('providers/connect', {
    done: ({ provider }) => {
      showToast(
        provider.health.state === 'DOWN' ? 'Connected, but the provider is not responding.' : 'Connected.',
      );
      onClose();
    },
  });
  const submit = () => {
    if (adapter === undefined) return;
    void connect.run({
      adapter: adapter.adapter,
      ...(name.trim() !== '' && { name: name.trim() }),
      ...(hasAccount && code.trim() !== '' && { code: code.trim() }),
      environment,
      ...(preference !== '' && { preference: Number(preference) }),
      ...fieldsToSend(adapter, values),
    });
  };
  const { failure } = connect;
  return (
    <Form onSubmit={submit}>
      <SelectField
        label="Adapter"
        hint={adapter?.description}
        problem={fieldError(failure, 'adapter')}
        value={word}
        onChange={setWord}
        options={adapters.map(each => [each.adapter, each.name] as const)}
      />
      <TextField
        label="Name"
        hint="Shown in the dashboard."
        problem={fieldError(failure, 'name')}
        maxLength={100}
        value={name}
        placeholder={adapter?.name}
        onChange={setName}
      />
      {adapter && (
        <AdapterFields adapter={adapter} values={values} isNew failure={failure} onChange={setValues} />
      )}
      {hasAccount && (
        <TextField
          label="Code"
          hint={`Identifies the provider in searches and bookings. A second account needs a suffix, such as ${adapter?.adapter}-us.`}
          problem={fieldError(failure, 'code')}
          maxLength={32}
          value={code}
          placeholder={adapter?.adapter}
          onChange={setCode}
        />
      )}
      <TextField
        label="Preference"
        hint="If two prices are equal, the provider with the lower number is preferred."
        problem={fieldError(failure, 'preference')}
        type="number"
        min={0}
        max={1000}
        value={preference}
        onChange={setPreference}
      />
      <p className="hint">
        Environment: {ENVIRONMENT_NAMES[environment]}.{' '}
        {hasAccount
          ? 'The connection is tested when you connect. Secrets are stored encrypted and never shown again.'
          : 'This provider is already connected. Reconnecting replaces its settings.'}
      </p>
      {failure && <Notice failure={failure} />}
      <FormButtons onCancel={onClose} disabled={connect.busy || adapter === undefined}>
        {connect.busy ? 'Connecting…' : 'Connect'}
      </FormButtons>
    </Form>
  );
}

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
  // Required settings identify the provider and cannot be changed.
  const fixed = adapter?.fields.filter(({ required, secret }) => required && !secret).map(each => each.name);
  const update = useAction('providers/update', { toast: 'Provider updated.', done: onClose });
  const submit = () =>
    update.run({
      providerId,
      name: name.trim(),
      preference: Number(preference),
      ...(adapter && fieldsToSend(adapter, values, settings)),
    });
  const { failure } = update;
  return (
    <Form onSubmit={submit}>
      <TextField
        label="Name"
        problem={fieldError(failure, 'name')}
        required
        maxLength={100}
        value={name}
        onChange={setName}
      />
      <TextField
        label="Preference"
        hint="If two prices are equal, the provider with the lower number is preferred."
        problem={fieldError(failure, 'preference')}
        type="number"
        required
        min={0}
        max={1000}
        value={preference}
        onChange={setPreference}
      />
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
      <FormButtons onCancel={onClose} disabled={update.busy}>
        {update.busy ? 'Saving…' : 'Save'}
      </FormButtons>
    </Form>
  );
}

interface AdapterFieldsProps {
  adapter: Adapter;
  values: Values;
  /** Secret fields that already have a value. */
  known?: readonly string[];
  fixed?: readonly string[];
  isNew: boolean;
  failure: CallFailure | undefined;
  onChange: (values: Values) => void;
}

/** Secrets are write-only. */
function AdapterFields(props: AdapterFieldsProps) {
  const { adapter, values, known = [], fixed = [], isNew, failure, onChange } = props;
  return adapter.fields
    .filter(({ name }) => !fixed.includes(name))
    .map(field => (
      <AdapterField
        key={field.name}
        field={field}
        hasValue={known.includes(field.name)}
        isNew={isNew}
        failure={failure}
        value={values[field.name] ?? ''}
        onChange={value => onChange({ ...values, [field.name]: value })}
      />
    ));
}

interface AdapterFieldProps {
  field: Adapter['fields'][number];
  hasValue: boolean;
  isNew: boolean;
  failure: CallFailure | undefined;
  value: string;
  onChange: (value: string) => void;
}

function AdapterField({ field, hasValue, isNew, failure, value, onChange }: AdapterFieldProps) {
  const { name, label, description, type, choices, required, secret } = field;
  const path = `/${secret ? 'credentials' : 'settings'}/${name}`;
  const texts = {
    label,
    hint: hasValue ? `${description} Leave empty to keep the current value.` : description,
    problem: failure?.details.find(detail => detail.path === path)?.message,
  };
  const usual = field.default === null ? 'Default' : `Default: ${field.default}`;
  if (type === 'CHOICE' || type === 'FLAG') {
    const options = type === 'FLAG' ? FLAG_CHOICES : choices.map(choice => [choice, choice] as const);
    return <SelectField {...texts} value={value} options={[['', usual], ...options]} onChange={onChange} />;
  }
  return (
    <TextField
      {...texts}
      type={secret ? 'password' : 'text'}
      inputMode={type === 'NUMBER' ? 'numeric' : 'text'}
      autoComplete={secret ? 'new-password' : 'off'}
      placeholder={field.default ?? ''}
      required={isNew && required && !hasValue}
      value={value}
      onChange={onChange}
    />
  );
}

const FLAG_CHOICES = [
  ['true', 'Yes'],
  ['false', 'No'],
] as const;
