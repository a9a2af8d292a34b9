import { Field } from '../../../components/field.tsx';
import { useSession } from '../../../lib/session-context.ts';
import { letsIn, splitEntries } from './address-entries.ts';
import { addressProblem } from './key-draft.ts';

interface AddressFieldProps {
  value: string;
  /** The server's words; those about what is typed now come first. */
  problem: string | undefined;
  onChange: (value: string) => void;
}

export function AddressField({ value, problem, onChange }: AddressFieldProps) {
  const { clientAddress } = useSession();
  const typed = addressProblem(value);
  const entries = splitEntries(value);
  const lacksOwn = clientAddress !== null && (entries.length === 0 || !letsIn(entries, clientAddress));
  return (
    <div className="field-group">
      <Field
        label={
          <>
            Allowed addresses <small>optional</small>
          </>
        }
        hint="IPv4, IPv6 or CIDR ranges, one a line. Empty lets the key work from anywhere."
        problem={typed ?? problem}
      >
        {control => (
          <textarea
            {...control}
            rows={3}
            value={value}
            placeholder={'203.0.113.7\n2001:db8::/48'}
            spellCheck={false}
            autoComplete="off"
            onChange={event => onChange(event.target.value)}
          />
        )}
      </Field>
      {lacksOwn && (
        <button
          type="button"
          className="small"
          onClick={() => onChange([...entries, clientAddress].join('\n'))}
        >
          Add your current address ({clientAddress})
        </button>
      )}
    </div>
  );
}
