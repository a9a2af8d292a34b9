import { useSaid } from '../lib/say.ts';

export function Toasts() {
  return (
    <div className="toasts" role="status" aria-live="polite">
      {useSaid().map(({ id, words }) => (
        <p key={id}>{words}</p>
      ))}
    </div>
  );
}
