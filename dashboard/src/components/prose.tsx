import { Fragment } from 'react';

/** Renders a description from the contract: backticks mark code, empty lines separate paragraphs. */
export function Prose({ text }: { text: string }) {
  return text.split(/\n\s*\n/).map(paragraph => (
    <p key={paragraph}>
      <Marked text={paragraph} />
    </p>
  ));
}

/** Renders backticks within a line as code. */
export function Marked({ text }: { text: string }) {
  return text.split('`').map((part, i) => {
    const key = `${i} ${part}`;
    return i % 2 === 1 ? <code key={key}>{part}</code> : <Fragment key={key}>{part}</Fragment>;
  });
}
