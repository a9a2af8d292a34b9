import { useState } from 'react';
import { Card } from '../../components/card.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useIsPhone } from '../../components/use-is-phone.ts';
import { type Facilities, toggled, withSurcharge } from './content-draft.ts';
import { FACILITIES_BY_GROUP, facilityName } from './hotel.ts';

interface FacilitiesFieldProps {
  facilities: Facilities;
  onChange: (facilities: Facilities) => void;
  problem: string | undefined;
}

/**
 * The facilities of the hotel by group, each with its price. The others of the code list are shown when the user asks for
 * them.
 */
export function FacilitiesField({ facilities, onChange, problem }: FacilitiesFieldProps) {
  const isFolding = useIsPhone();
  // A group that the user has opened must not close when the phone is turned.
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [showsAll, setShowsAll] = useState(facilities.length === 0);
  const chosen = new Set<string>(facilities.map(({ code }) => code));
  // A facility that is removed stays in the list, so that it can be selected again.
  const [listed, setListed] = useState<ReadonlySet<string>>(chosen);
  if (facilities.some(({ code }) => !listed.has(code))) setListed(new Set([...listed, ...chosen]));
  const isShown = ({ code }: { code: string }) => showsAll || listed.has(code);
  const groups = FACILITIES_BY_GROUP.map(group => ({
    ...group,
    facilities: group.facilities.filter(isShown),
  }));
  return (
    <Card title="Facilities" hint={`Select what the hotel offers. ${facilities.length} selected.`}>
      <div className="facility-groups">
        {groups
          .filter(group => group.facilities.length > 0)
          .map(group => (
            <FacilityGroup
              key={group.name}
              name={group.name}
              offered={group.facilities}
              // The problem is about chosen facilities.
              isOpen={
                open.has(group.name) ||
                (problem !== undefined && group.facilities.some(({ code }) => chosen.has(code)))
              }
              onToggle={isOpen => setOpen(now => withName(now, group.name, isOpen))}
              isFolding={isFolding && showsAll}
              {...{ facilities, onChange }}
            />
          ))}
      </div>
      {problem && <span className="problem">{problem}</span>}
      <div>
        <button type="button" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show selected only' : 'Show all facilities'}
        </button>
      </div>
    </Card>
  );
}

function withName(names: ReadonlySet<string>, name: string, isIn: boolean): ReadonlySet<string> {
  if (names.has(name) === isIn) return names;
  return isIn ? new Set([...names, name]) : new Set([...names].filter(each => each !== name));
}

interface FacilityGroupProps {
  name: string;
  /** All facilities of the group. */
  offered: readonly { code: Facilities[number]['code'] }[];
  /** On phones, only the names of the groups are shown at first. */
  isFolding: boolean;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  facilities: Facilities;
  onChange: (facilities: Facilities) => void;
}

function FacilityGroup(props: FacilityGroupProps) {
  const { name, offered, isFolding, isOpen, onToggle, facilities, onChange } = props;
  const chosen = new Set<string>(facilities.map(({ code }) => code));
  const fields = (
    <fieldset className="facility-group">
      <legend className={isFolding ? 'unseen' : undefined}>{name}</legend>
      <div className="chips">
        {offered.map(({ code }) => (
          <div key={code} className="facility">
            <label className="chip">
              <input
                type="checkbox"
                checked={chosen.has(code)}
                onChange={() => onChange(toggled(facilities, code))}
              />
              {facilityName(code)}
            </label>
            {chosen.has(code) && <Price {...{ code, facilities, onChange }} />}
          </div>
        ))}
      </div>
    </fieldset>
  );
  if (!isFolding) return fields;
  const count = offered.filter(({ code }) => chosen.has(code)).length;
  return (
    <details
      className="facility-fold"
      open={isOpen}
      onToggle={({ currentTarget }) => onToggle(currentTarget.open)}
    >
      <summary>
        {name} <small>{count === 0 ? 'None selected' : `${count} of ${offered.length} selected`}</small>
      </summary>
      {fields}
    </details>
  );
}

const PRICES = [
  ['unknown', 'Price not stated'],
  ['free', 'Free of charge'],
  ['extra', 'Extra charge'],
] as const;

const SURCHARGES: Readonly<Record<string, boolean | null>> = { unknown: null, free: false, extra: true };

interface PriceProps {
  code: Facilities[number]['code'];
  facilities: Facilities;
  onChange: (facilities: Facilities) => void;
}

/** Whether guests pay extra for a facility of the hotel. */
function Price({ code, facilities, onChange }: PriceProps) {
  const surcharge = facilities.find(facility => facility.code === code)?.surcharge ?? null;
  return (
    <SelectField
      label={<span className="unseen">Price of {facilityName(code)}</span>}
      value={PRICES.find(([name]) => SURCHARGES[name] === surcharge)?.[0] ?? 'unknown'}
      options={PRICES}
      onChange={name => onChange(withSurcharge(facilities, code, SURCHARGES[name] ?? null))}
    />
  );
}
