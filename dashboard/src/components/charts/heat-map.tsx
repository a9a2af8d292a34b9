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

/** Shares as shades, each with its words. */
export function HeatMap({ label, columns, rows, onPick }: HeatMapProps) {
  return (
    <div className="heat-box">
      <table className="heat" aria-label={label}>
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
          {rows.map(row => (
            <tr key={row.key}>
              <th scope="row">{row.label}</th>
              {row.cells.map(cell => (
                <td key={cell.key} data-level={levelOf(cell.value)} title={cell.label}>
                  {onPick ? (
                    <button type="button" aria-label={cell.label} onClick={() => onPick(row.key, cell.key)} />
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

function levelOf(value: number | null): string {
  if (value === null) return 'none';
  return String(Math.min(5, Math.ceil(value * 5)));
}
