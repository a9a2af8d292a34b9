import { CopyButton } from '../../components/copy-button.tsx';

interface MessagePreviewProps {
  text: string;
  /** Label of the button that copies the text. */
  label: string;
}

/** A prepared message. Users can read it before they copy it. */
export function MessagePreview({ text, label }: MessagePreviewProps) {
  return (
    <div className="message-preview">
      <CopyButton text={text} label={label} className="small" />
      <details>
        <summary>Show message</summary>
        <p>{text}</p>
      </details>
    </div>
  );
}
