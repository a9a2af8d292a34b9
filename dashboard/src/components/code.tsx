import { CopyButton } from './copy-button.tsx';
import { JsonViewer } from './json/json-viewer.tsx';

interface CopyableProps {
  text: string;
  /** Button label, for example `Copy key`. */
  label: string;
  /** Whether copying is what the user should do now. */
  isMain?: boolean;
}

export function Copyable({ text, label, isMain = false }: CopyableProps) {
  return (
    <div className="copyable">
      <code>{text}</code>
      <CopyButton text={text} label={label} {...(isMain && { className: 'main' })} />
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
  if (!folded) return <JsonViewer value={value} label={label} />;
  return (
    <details>
      <summary>Show {label}</summary>
      <JsonViewer value={value} label={label} />
    </details>
  );
}

interface BodyViewProps {
  /** JSON, or any other text. */
  text: string;
  label: string;
}

/** A body as it was sent. JSON can be folded and searched. */
export function BodyView({ text, label }: BodyViewProps) {
  const json = parseJson(text);
  return json === undefined ? (
    <CodeBlock code={text} label={label} />
  ) : (
    <JsonViewer value={json} label={label} />
  );
}

/** Returns undefined for text that is not an object or a list. */
function parseJson(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}
