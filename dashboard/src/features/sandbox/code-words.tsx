/** Words of the contract, in which names stand between backticks. */
export function CodeWords({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are in its order for ever
    index % 2 === 1 ? <code key={index}>{part}</code> : <span key={index}>{part}</span>,
  );
}
