import { type KeyboardEvent, useState } from 'react';

export interface HeatCell {
  key: string;
  /** The whole of it in words: `12 July: 4 of 5 rooms sold`. */
  label: string;
  /** From 0 to 1; null where there is nothing to show. */
  value: number | null;
}

interface HeatMapProps {
  label: string;
  /** Words above the columns; empty ones are left out. */
  columns: readonly string[];
  rows: readonly { key: string; label: string; cells: readonly HeatCell[] }[];
  onPick?: (rowKey: string, cellKey: string) => void;
}

/** Shares as shades, each with its words. To the keyboard it is one stop; arrows move within. */
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
            {columns.map((words, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
              <th key={index} scope="col">
                {words}
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

/** Rows down and columns to the right, by key. */
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
