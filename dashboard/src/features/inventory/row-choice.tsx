import { useEffect, useRef, useState } from 'react';
import { formatNumber } from '../../lib/format/format.ts';
import { codesOf } from './calendar.ts';
import { type PropertyRow, rowName } from './property-rows.ts';

interface RowChoiceProps {
  rows: readonly PropertyRow[];
  /** The keys of the chosen rows. */
  chosen: ReadonlySet<string>;
  isOpenAtFirst: boolean;
  onChange: (chosen: ReadonlySet<string>) => void;
}

/** Chooses allotments and rate plans of one or several room types. Closed, it only names them. */
export function RowChoice({ rows, chosen, isOpenAtFirst, onChange }: RowChoiceProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const lines = useRef<HTMLDivElement>(null);
  // The button that opened the choice has disappeared.
  useEffect(() => {
    if (isOpen && !isOpenAtFirst) lines.current?.querySelector('input')?.focus();
  }, [isOpen, isOpenAtFirst]);
  const rooms = [...Map.groupBy(rows, row => row.room.roomCode).values()];
  const columns = [...Map.groupBy(rows, columnOf).values()];
  const set = (keys: readonly string[], isOn: boolean) => {
    const next = new Set(chosen);
    for (const key of keys) {
      if (isOn) next.add(key);
      else next.delete(key);
    }
    onChange(next);
  };
  return (
    <fieldset className="row-choice">
      <legend>Room types and rate plans</legend>
      {!isOpen && (
        <p>
          {describeRows(rows.filter(({ key }) => chosen.has(key)))}{' '}
          <button type="button" className="small" onClick={() => setOpen(true)}>
            Change<span className="unseen"> room types and rate plans</span>
          </button>
        </p>
      )}
      {isOpen && (
        <div ref={lines} className="row-choice-lines">
          {rooms.length > 1 && (
            <RowLine
              name="All room types"
              groups={columns.map(column => ({ rows: column, name: columnName(column[0] as PropertyRow) }))}
              {...{ chosen, set }}
            />
          )}
          {rooms.map(room => (
            <RowLine
              key={room[0]?.room.roomCode}
              name={room[0]?.room.name ?? ''}
              groups={room.map(row => ({ rows: [row], name: columnName(row) }))}
              {...{ chosen, set }}
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}

/** The same rate plan in all room types, or the allotments of all room types. */
const columnOf = ({ key }: PropertyRow) => codesOf(key).planCode;
const columnName = ({ plan }: PropertyRow) => plan?.name ?? 'Allotment';

function describeRows(rows: readonly PropertyRow[]): string {
  if (rows.length === 0) return 'None';
  const names = rows.slice(0, 3).map(rowName).join(' · ');
  return rows.length > 3 ? `${names} and ${formatNumber(rows.length - 3)} more` : names;
}

interface RowLineProps {
  name: string;
  /** One box for each group of rows. */
  groups: readonly { name: string; rows: readonly PropertyRow[] }[];
  chosen: ReadonlySet<string>;
  set: (keys: readonly string[], isOn: boolean) => void;
}

function RowLine({ name, groups, chosen, set }: RowLineProps) {
  return (
    <fieldset>
      <legend>{name}</legend>
      {groups.map(group => {
        const keys = group.rows.map(({ key }) => key);
        const count = keys.filter(key => chosen.has(key)).length;
        return (
          <label key={keys[0]} className="check">
            <input
              type="checkbox"
              checked={count === keys.length}
              ref={box => {
                if (box) box.indeterminate = count > 0 && count < keys.length;
              }}
              onChange={event => set(keys, event.target.checked)}
            />
            {group.name}
          </label>
        );
      })}
    </fieldset>
  );
}
