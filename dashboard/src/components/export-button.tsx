import { Download } from 'lucide-react';
import { useRef, useState } from 'react';
import { useExport } from '../lib/calls/use-export.ts';
import { formatNumber } from '../lib/format/format.ts';

interface ExportButtonProps {
  disabled?: boolean;
  /** Must report the number of rows read so far after each page. The callback throws if the user cancels the export. */
  run: (onProgress: (rows: number) => void) => Promise<void>;
}

/** Exports the whole result of a list, not only the rows that are shown. */
export function ExportButton({ disabled = false, run }: ExportButtonProps) {
  const { busy, failure, run: start } = useExport();
  const [rows, setRows] = useState(0);
  const stop = useRef(new AbortController());
  const exportAll = async () => {
    const { signal } = stop.current;
    try {
      await run(read => {
        signal.throwIfAborted();
        setRows(read);
      });
    } catch (thrown) {
      if (!signal.aborted) throw thrown;
    }
  };
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
          stop.current = new AbortController();
          void start(exportAll);
        }}
      >
        <Download size={16} aria-hidden /> {busy ? `Exporting ${formatNumber(rows)}…` : 'Export CSV'}
      </button>
      {busy && (
        <button type="button" className="quiet" onClick={() => stop.current.abort()}>
          Cancel export
        </button>
      )}
    </>
  );
}
