import { MAX_EXPECTED_NIGHTS } from '@serai/contract/inventory/inventory-limits.ts';
import { useState } from 'react';
import { DateField } from '../../components/pickers/date-field.tsx';
import { formatNumber } from '../../lib/format/format.ts';
import type { NightChoice } from './cell-draft.ts';
import { addDays } from './month.ts';
import { WeekdayChoice } from './weekday-choice.tsx';

interface NightFieldsProps {
  range: NightChoice;
  onChange: (range: NightChoice) => void;
}

/** Chooses the nights that a form changes. */
export function NightFields({ range, onChange }: NightFieldsProps) {
  const { from, to, weekdays } = range;
  // The controls of a limit must not disappear when it is lifted.
  const [first] = useState(range);
  const limit = (day: string) => addDays(day, MAX_EXPECTED_NIGHTS - 1);
  return (
    <fieldset className="edit-range">
      <legend>Nights</legend>
      <div className="edit-dates">
        <DateField
          label="From"
          value={from}
          onChange={day => {
            const last = to > limit(day) ? limit(day) : to;
            onChange({ ...range, from: day, to: day > last ? day : last });
          }}
        />
        <DateField
          label="To"
          min={from}
          max={limit(from)}
          value={to}
          onChange={day => onChange({ ...range, to: day })}
        />
      </div>
      {first.only && (
        <label className="check">
          <input
            type="checkbox"
            checked={range.only !== undefined}
            onChange={event => onChange({ ...range, only: event.target.checked ? first.only : undefined })}
          />
          Only the {formatNumber(first.only.nights.length)} nights {first.only.name}
        </label>
      )}
      {(from !== to || first.weekdays.length > 0) && (
        <WeekdayChoice chosen={weekdays} onChange={days => onChange({ ...range, weekdays: days })} />
      )}
    </fieldset>
  );
}
