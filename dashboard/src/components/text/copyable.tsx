import { CopyButton } from './copy-button.tsx';

/** A text that people take elsewhere. */
export function Copyable({ text, label }: { text: string; label: string }) {
  return (
    <div className="copyable">
      <code>{text}</code>
      <CopyButton text={text} label={label} />
    </div>
  );
}
