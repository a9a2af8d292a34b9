import { Download } from 'lucide-react';
import { useState } from 'react';
import { useExport } from '../lib/calls/use-export.ts';
import { formatNumber } from '../lib/format/format.ts';

interface ExportButtonProps {
  disabled?: boolean;
  /** Reports the number of rows read so far. */
  run: (onProgress: (rows: number) => void) => Promise<void>;
}

/** Exports the whole result of a list, not only the rows that are shown. */
export function ExportButton({ disabled = false, run }: ExportButtonProps) {
  const { busy, failure, run: start } = useExport();
  const [rows, setRows] = useState(0);
  return (
    <>
      {failure && (
        <span className="problem" role="alert">
          {failure.message}
        </span>
      )}
      <button
        type="button"
        disabled={disabled || busy}
        onClick={() => {
          setRows(0);
          void start(() => run(setRows));
        }}
      >
        <Download size={16} aria-hidden /> {busy ? `Exporting ${formatNumber(rows)} …` : 'Export CSV'}
      </button>
    </>
  );
}
