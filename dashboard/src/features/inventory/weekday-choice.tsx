import { WEEKDAYS, type Weekday } from './month.ts';

interface WeekdayChoiceProps {
  chosen: readonly Weekday[];
  onChange: (chosen: readonly Weekday[]) => void;
}

/** None of the weekdays chosen means all of them. */
export function WeekdayChoice({ chosen, onChange }: WeekdayChoiceProps) {
  return (
    <fieldset className="weekdays" title="Limit changes to these weekdays">
      <legend className="unseen">Limit changes to these weekdays</legend>
      <span aria-hidden="true">Only on</span>
      {WEEKDAYS.map(day => (
        <button
          key={day}
          type="button"
          aria-pressed={chosen.includes(day)}
          onClick={() =>
            onChange(chosen.includes(day) ? chosen.filter(one => one !== day) : [...chosen, day])
          }
        >
          {day}
        </button>
      ))}
    </fieldset>
  );
}
