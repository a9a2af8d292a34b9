import { useState } from 'react';
import { Card } from '../../components/card.tsx';
import { isMatch } from '../../components/pickers/combobox.tsx';
import { ValuePicker } from '../../components/pickers/value-picker.tsx';
import { codesWith, type Facilities, toggled, withSurcharge } from './content-draft.ts';
import { FACILITIES_BY_GROUP, facilityName } from './hotel.ts';
import { useFolding } from './use-folding.ts';

interface FacilitiesFieldProps {
  facilities: Facilities;
  onChange: (facilities: Facilities) => void;
  problem: string | undefined;
}

/** All facilities of the code list by group, and below them which of the chosen ones cost extra or are free. */
export function FacilitiesField({ facilities, onChange, problem }: FacilitiesFieldProps) {
  const isFolding = useFolding();
  // A group that the user has opened must not close when the phone is turned.
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const chosen = new Set<string>(facilities.map(({ code }) => code));
  return (
    <Card title="Facilities" hint={`Select what the hotel offers. ${facilities.length} selected.`}>
      <div className="facility-groups">
        {FACILITIES_BY_GROUP.map(group => (
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
            {...{ isFolding, facilities, onChange }}
          />
        ))}
      </div>
      {problem && <span className="problem">{problem}</span>}
      {facilities.length > 0 && (
        <div className="row two">
          <SurchargePicker
            label="Extra charge"
            hint="Guests pay extra for these."
            surcharge
            {...{ facilities, onChange }}
          />
          <SurchargePicker
            label="Free of charge"
            hint="Included in every stay."
            surcharge={false}
            {...{ facilities, onChange }}
          />
        </div>
      )}
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
          <label key={code} className="chip">
            <input
              type="checkbox"
              checked={chosen.has(code)}
              onChange={() => onChange(toggled(facilities, code))}
            />
            {facilityName(code)}
          </label>
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

interface SurchargePickerProps {
  label: string;
  hint: string;
  surcharge: boolean;
  facilities: Facilities;
  onChange: (facilities: Facilities) => void;
}

/** Only facilities of the hotel can be chosen. */
function SurchargePicker({ label, hint, surcharge, facilities, onChange }: SurchargePickerProps) {
  const options = facilities.map(({ code }) => ({ value: code, name: facilityName(code) }));
  return (
    <ValuePicker
      label={label}
      hint={hint}
      placeholder="Add a facility"
      chosen={codesWith(facilities, surcharge)}
      find={typed => options.filter(option => isMatch(option, typed))}
      isKnown={code => options.some(({ value }) => value === code)}
      nameOf={facilityName}
      onChange={codes => onChange(withSurcharge(facilities, codes, surcharge))}
    />
  );
}
