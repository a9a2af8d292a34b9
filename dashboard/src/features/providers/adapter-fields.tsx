import { Field } from '../../components/field.tsx';
import type { CallFailure } from '../../lib/calls/operator-client.ts';
import type { Adapter, Values } from './provider.ts';

interface AdapterFieldsProps {
  adapter: Adapter;
  values: Values;
  /** Secret fields that have a value already. */
  known?: readonly string[];
  /** Settings that say which provider it is, and stay. */
  fixed?: readonly string[];
  isNew: boolean;
  failure: CallFailure | undefined;
  onChange: (values: Values) => void;
}

/** The fields of an adapter. What is secret goes in and is never shown. */
export function AdapterFields(props: AdapterFieldsProps) {
  const { adapter, values, known = [], fixed = [], isNew, failure, onChange } = props;
  return adapter.fields
    .filter(({ name }) => !fixed.includes(name))
    .map(({ name, description, required, secret }) => {
      const path = `/${secret ? 'credentials' : 'settings'}/${name}`;
      const hasValue = known.includes(name);
      return (
        <Field
          key={name}
          label={<code>{name}</code>}
          hint={hasValue ? `${description} It has a value; leave it empty to keep that.` : description}
          problem={failure?.details.find(detail => detail.path === path)?.message}
        >
          {control => (
            <input
              {...control}
              type={secret ? 'password' : 'text'}
              autoComplete={secret ? 'new-password' : 'off'}
              required={isNew && required && !hasValue}
              value={values[name] ?? ''}
              onChange={event => onChange({ ...values, [name]: event.target.value })}
            />
          )}
        </Field>
      );
    });
}
