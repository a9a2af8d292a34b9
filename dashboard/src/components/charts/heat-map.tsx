import { type KeyboardEvent, useState } from 'react';

interface HeatCell {
  key: string;
  /** Full description of the cell, for example `12 July: 4 of 5 rooms sold`. */
  label: string;
  /** Between 0 and 1, or null if there is no value. */
  value: number | null;
}

interface HeatMapProps {
  label: string;
  /** Column headings. An empty string leaves the column without a heading. */
  columns: readonly string[];
  rows: readonly { key: string; label: string; cells: readonly HeatCell[] }[];
  onPick?: (rowKey: string, cellKey: string) => void;
}

/**
 * Shows shares as shades, each with a text label. The map is a single tab stop, and arrow keys move between
 * cells.
 */
export function HeatMap({ label, columns, rows, onPick }: HeatMapProps) {
  const [at, setAt] = useState({ row: 0, column: 0 });
  const row = Math.min(at.row, rows.length - 1);
  const column = Math.min(at.column, (rows[row]?.cells.length ?? 1) - 1);

  const move = (event: KeyboardEvent<HTMLTableElement>) => {
    const [down, right] = MOVES[event.key] ?? [0, 0];
    if (down === 0 && right === 0) return;
    event.preventDefault();
    const cell = `[data-cell="${row + down} ${column + right}"]`;
    event.currentTarget.querySelector<HTMLElement>(cell)?.focus();
  };

  return (
    <div className="heat-box">
      <table className="heat" aria-label={label} onKeyDown={move}>
        <thead>
          <tr>
            <td />
            {columns.map((heading, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by their position
              <th key={index} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((each, rowIndex) => (
            <tr key={each.key}>
              <th scope="row">{each.label}</th>
              {each.cells.map((cell, index) => (
                <td key={cell.key} data-level={levelOf(cell.value)} title={cell.label}>
                  {onPick ? (
                    <button
                      type="button"
                      aria-label={cell.label}
                      data-cell={`${rowIndex} ${index}`}
                      tabIndex={rowIndex === row && index === column ? 0 : -1}
                      onFocus={() => setAt({ row: rowIndex, column: index })}
                      onClick={() => onPick(each.key, cell.key)}
                    />
                  ) : (
                    <span className="unseen">{cell.label}</span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Steps down and to the right, for each arrow key. */
const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

function levelOf(value: number | null): string {
  if (value === null) return 'none';
  return String(Math.min(5, Math.ceil(value * 5)));
}
