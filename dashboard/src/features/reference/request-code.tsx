import { curlText, pythonText, sdkText } from '@serai/contract/snippets.ts';
import { useState } from 'react';
import { CodeBlock } from '../../components/code.tsx';
import { Tabs } from '../../components/tabs.tsx';

const LANGUAGES = [
  { id: 'curl', label: 'cURL', write: curlText },
  { id: 'typescript', label: 'TypeScript', write: sdkText },
  { id: 'python', label: 'Python', write: pythonText },
] as const;

interface RequestCodeProps {
  operation: { name: string; path: string };
  /** The body as the user has edited it. */
  body: string;
}

/** The same request as a program sends it. It reads the key from the environment and never contains it. */
export function RequestCode({ operation, body }: RequestCodeProps) {
  const [language, setLanguage] = useState<string>('curl');
  const request = parseObject(body);
  return (
    <details>
      <summary>Show this request as code</summary>
      {request === undefined ? (
        <p className="hint">The request is not a JSON object yet.</p>
      ) : (
        <Tabs
          label="Language"
          selected={language}
          onSelect={setLanguage}
          tabs={LANGUAGES.map(({ id, label, write }) => ({
            id,
            label,
            panel: <CodeBlock code={write(operation, request)} label={label} />,
          }))}
        />
      )}
    </details>
  );
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
