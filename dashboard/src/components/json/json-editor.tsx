import { type ComponentProps, useMemo } from 'react';
import { jsonTokens } from './json-tokens.ts';
import '../../styles/json.css';

interface JsonEditorProps extends Omit<ComponentProps<'textarea'>, 'onChange' | 'value'> {
  value: string;
  onChange: (text: string) => void;
}

/** A native text area with transparent text above the same text in colours, so that editing works as users expect. */
export function JsonEditor({ value, onChange, ...control }: JsonEditorProps) {
  const tokens = useMemo(() => jsonTokens(value), [value]);
  return (
    <div className="json-editor">
      <div className="json-editor-sheet">
        <pre aria-hidden="true">
          {tokens.map(({ text, type }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no identity
            <span key={index} data-type={type}>
              {text}
            </span>
          ))}
          {'\n'}
        </pre>
        <textarea
          {...control}
          value={value}
          spellCheck={false}
          autoCapitalize="off"
          onChange={event => onChange(event.target.value)}
        />
      </div>
    </div>
  );
}
