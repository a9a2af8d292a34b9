import { Check, Copy, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { showToast } from '../lib/toasts.tsx';
import '../styles/copy-button.css';

const SHOWN_MS = 2_000;

interface CopyButtonProps {
  text: string;
  /** Button label, for example `Copy key`. */
  label: string;
  className?: string;
  /** Shows only the icon. The label is then its accessible name and its tooltip. */
  iconOnly?: boolean;
  /** Shows this text outside the button once the copy is made, for a button in a menu that closes. */
  toast?: string;
}

export function CopyButton({ text, label, className, iconOnly = false, toast }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();

  useEffect(() => {
    if (outcome === undefined) return;
    const timer = setTimeout(() => setOutcome(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const report = (to: 'copied' | 'failed') => {
    if (toast === undefined) setOutcome(to);
    else showToast(to === 'copied' ? toast : 'Copying failed.');
  };
  const copy = () =>
    copyText(text).then(
      () => report('copied'),
      () => report('failed'),
    );
  const shown = outcome === 'copied' ? 'Copied' : outcome === 'failed' ? 'Copying failed' : label;
  const Icon = outcome === 'copied' ? Check : outcome === 'failed' ? X : Copy;

  // The accessible name stays the same, because the status announces the outcome.
  return (
    <>
      {iconOnly ? (
        <button
          type="button"
          className={['quiet copy-icon', className].filter(Boolean).join(' ')}
          aria-label={label}
          title={shown}
          onClick={() => void copy()}
        >
          <Icon size={14} aria-hidden />
        </button>
      ) : (
        <button type="button" className={className} onClick={() => void copy()}>
          <Icon size={16} aria-hidden />
          {outcome === undefined ? (
            label
          ) : (
            <>
              <span aria-hidden>{shown}</span>
              <span className="unseen">{label}</span>
            </>
          )}
        </button>
      )}
      <span className="unseen" role="status">
        {outcome === undefined ? '' : shown}
      </span>
    </>
  );
}

/** An id or a reference with a button that copies it. `label` completes "Copy …". */
export function CopyableId({ id, label }: { id: string; label: string }) {
  return (
    <span className="copyable-id">
      <code>{id}</code>
      <CopyButton text={id} label={`Copy ${label}`} iconOnly />
    </span>
  );
}

/** The clipboard API works only on secure pages. The old command also works on plain HTTP. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'unseen';
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  if (!done) throw new Error('Copy failed');
}
