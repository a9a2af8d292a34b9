import { useEffect, useState } from 'react';

const SHOWN_MS = 2_000;

interface CopyButtonProps {
  text: string;
  /** Button label, for example `Copy key`. */
  label: string;
  className?: string;
}

export function CopyButton({ text, label, className }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();

  useEffect(() => {
    if (outcome === undefined) return;
    const timer = setTimeout(() => setOutcome(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = () =>
    copyText(text).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );

  return (
    <>
      <button type="button" className={className} onClick={() => void copy()}>
        {outcome === 'copied' ? 'Copied' : outcome === 'failed' ? 'Copying failed' : label}
      </button>
      <span className="unseen" role="status">
        {outcome === 'copied' ? 'Copied' : ''}
      </span>
    </>
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

export function Copyable({ text, label }: { text: string; label: string }) {
  return (
    <div className="copyable">
      <code>{text}</code>
      <CopyButton text={text} label={label} />
    </div>
  );
}

/** A command or program with a copy button. `label` completes "Copy …". */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <div className="code-block">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
      <CopyButton text={code} label={`Copy ${label}`} />
    </div>
  );
}

interface JsonViewProps {
  value: unknown;
  /** Name of the value, for example `request body`. */
  label: string;
  /** Collapsed until the user opens it. */
  folded?: boolean;
}

export function JsonView({ value, label, folded = false }: JsonViewProps) {
  const text = JSON.stringify(value, null, 2) ?? 'undefined';
  if (!folded) return <CodeBlock code={text} label={label} />;
  return (
    <details>
      <summary>Show {label}</summary>
      <CodeBlock code={text} label={label} />
    </details>
  );
}
