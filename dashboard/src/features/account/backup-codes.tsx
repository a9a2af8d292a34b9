import { Download } from 'lucide-react';
import { useState } from 'react';
import { CopyButton } from '../../components/text/copy-button.tsx';
import { downloadText } from '../../lib/format/download.ts';

interface BackupCodesProps {
  codes: readonly string[];
  /** The person tried to leave before storing them. */
  hurried: boolean;
  onDone: () => void;
}

/** The only time these codes are seen; the way on opens when they are stored. */
export function BackupCodes({ codes, hurried, onDone }: BackupCodesProps) {
  const [stored, setStored] = useState(false);
  const text = codes.join('\n');
  return (
    <div className="form">
      <p>
        The second factor is on. Each of these codes signs you in once if the phone is lost. They are shown
        only now.
      </p>
      <ul className="backup-codes" aria-label="Backup codes">
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="row">
        <CopyButton text={text} label="Copy the codes" />
        <button type="button" onClick={() => downloadText('serai-backup-codes.txt', `${text}\n`)}>
          <Download size={16} aria-hidden /> Download
        </button>
      </div>
      <label className="check">
        <input type="checkbox" checked={stored} onChange={event => setStored(event.target.checked)} />I have
        stored them
      </label>
      {hurried && !stored && (
        <p className="problem" role="alert">
          Store the codes first: they cannot be shown again.
        </p>
      )}
      <div className="row end">
        <button type="button" className="main" disabled={!stored} onClick={onDone}>
          Done
        </button>
      </div>
    </div>
  );
}
