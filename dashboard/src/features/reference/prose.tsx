import { Fragment } from 'react';

/** Descriptions of the contract: backticks mark code, an empty line parts paragraphs. */
export function Prose({ text }: { text: string }) {
  return text.split(/\n\s*\n/).map(paragraph => (
    <p key={paragraph}>
      <Marked text={paragraph} />
    </p>
  ));
}

/** Within a line. */
export function Marked({ text }: { text: string }) {
  return text.split('`').map((part, i) => {
    const key = `${i} ${part}`;
    return i % 2 === 1 ? <code key={key}>{part}</code> : <Fragment key={key}>{part}</Fragment>;
  });
}
