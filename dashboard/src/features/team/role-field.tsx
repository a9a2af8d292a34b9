import { ROLES, type Role } from '@serai/contract/operator-operation.ts';
import { useId } from 'react';
import { useMay } from '../../lib/session-context.ts';
import { ROLE_WORDS } from './role-words.ts';

interface RoleFieldProps {
  value: Role;
  onChange: (role: Role) => void;
}

/** Only an owner makes owners, so others are not offered it. */
export function RoleField({ value, onChange }: RoleFieldProps) {
  const name = useId();
  const isOwner = useMay('owner');
  const offered = ROLES.filter(role => role !== 'owner' || isOwner);
  return (
    <fieldset className="role-field">
      <legend>Role</legend>
      {offered.map(role => (
        <label key={role} className="check">
          <input
            type="radio"
            name={name}
            value={role}
            checked={role === value}
            onChange={() => onChange(role)}
          />
          <span className="lines">
            <strong>{ROLE_WORDS[role].name}</strong>
            <small className="faint">{ROLE_WORDS[role].may}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
