import { Card } from '../../components/card.tsx';
import { isMatch } from '../../components/pickers/combobox.tsx';
import { ValuePicker } from '../../components/pickers/value-picker.tsx';
import { codesWith, type Facilities, toggled, withSurcharge } from './content-draft.ts';
import { FACILITIES_BY_GROUP, facilityName } from './hotel.ts';

interface FacilitiesFieldProps {
  facilities: Facilities;
  onChange: (facilities: Facilities) => void;
  problem: string | undefined;
}

/** All facilities of the code list by group, and below them which of the chosen ones cost extra or are free. */
export function FacilitiesField({ facilities, onChange, problem }: FacilitiesFieldProps) {
  const chosen = new Set<string>(facilities.map(({ code }) => code));
  return (
    <Card title="Facilities" hint={`Choose what guests find in the hotel. ${chosen.size} chosen.`}>
      <div className="facility-groups">
        {FACILITIES_BY_GROUP.map(({ name, facilities: offered }) => (
          <fieldset key={name} className="facility-group">
            <legend>{name}</legend>
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
