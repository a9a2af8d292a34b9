/** How a count went, in the space of a word. */
export function Spark({ values, label }: { values: readonly number[]; label: string }) {
  const max = Math.max(1, ...values);
  const width = 4 * values.length;
  return (
    <svg
      className="spark"
      viewBox={`0 0 ${width} 20`}
      width={width}
      height={20}
      role="img"
      aria-label={label}
    >
      {values.map((value, index) => {
        const height = value === 0 ? 1 : Math.max(2, (value / max) * 20);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a bar is
            key={index}
            data-none={value === 0 || undefined}
            x={index * 4}
            y={20 - height}
            width={3}
            height={height}
          />
        );
      })}
    </svg>
  );
}
