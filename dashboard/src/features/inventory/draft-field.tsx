import { Field } from '../../components/field.tsx';
import { MIXED } from './cell-draft.ts';

interface DraftFieldProps {
  field: string;
  kind: 'amount' | 'flag' | 'number';
  label: string;
  value: string;
  /** The chosen nights differ. */
  isMixed: boolean;
  /** What counts where the field is empty. */
  inherited: string | undefined;
  /** Where that comes from. */
  parent: string | undefined;
  problem: string | undefined;
  onChange: (value: string) => void;
}

export function DraftField(props: DraftFieldProps) {
  const { field, kind, label, value, isMixed, inherited, parent, problem, onChange } = props;
  const said = inherited === 'true' ? 'yes' : inherited === 'false' ? 'no' : inherited;
  const hint =
    said !== undefined && value === ''
      ? `${parent ? `Follows ${parent}` : 'Inherited'}: ${said}`
      : isMixed && value === MIXED
        ? 'The chosen nights differ; leave it to keep them so.'
        : undefined;
  return (
    <Field label={label} problem={problem} {...(hint !== undefined && { hint })}>
      {control =>
        kind === 'flag' ? (
          <select {...control} value={value} onChange={event => onChange(event.target.value)}>
            {isMixed && <option value={MIXED}>Different, leave it so</option>}
            <option value="">{parent ? 'As the plan it follows' : 'Not set'}</option>
            <option value="true">Yes</option>
            <option value="false">No</option>
          </select>
        ) : (
          <input
            {...control}
            name={field}
            inputMode={kind === 'amount' ? 'decimal' : 'numeric'}
            autoComplete="off"
            required={field === 'total'}
            pattern={kind === 'number' ? '\\d*' : undefined}
            value={value === MIXED ? '' : value}
            placeholder={isMixed ? 'Different' : (said ?? 'Not set')}
            onChange={event => onChange(event.target.value === '' && isMixed ? MIXED : event.target.value)}
          />
        )
      }
    </Field>
  );
}
