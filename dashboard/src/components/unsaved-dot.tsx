/** Marks what has unsaved changes, where a save bar says so in words. */
export function UnsavedDot({ text = 'unsaved' }: { text?: string }) {
  return (
    <span className="unsaved-dot">
      <span className="unseen">, {text}</span>
    </span>
  );
}
