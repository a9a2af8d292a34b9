import { CodeBlock } from './code-block.tsx';

interface JsonViewProps {
  value: unknown;
  /** What it is: `the request body`. */
  label: string;
  /** Folded until a person opens it. */
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
