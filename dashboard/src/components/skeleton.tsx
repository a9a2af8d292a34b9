/** Keeps the room that rows will take, so that nothing moves when they come. */
export function Skeleton({ rows = 4, label = 'Loading' }: { rows?: number; label?: string }) {
  return (
    <div className="skeleton" role="status">
      <span className="unseen">{label} …</span>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
        <span key={index} className="skeleton-row" />
      ))}
    </div>
  );
}
