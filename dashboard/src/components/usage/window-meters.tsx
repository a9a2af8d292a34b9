import { Meter } from '../charts/meter.tsx';
import { biteWords, type KeyWindows, spanWords, windowsOf } from './window-use.ts';

const LABELS = { minute: 'This minute', hour: 'This hour', day: 'This day' };

/** How far the three windows of a key are used up, and which of them fills first. */
export function WindowMeters({ windows }: { windows: KeyWindows }) {
  return (
    <div className="window-meters">
      {windowsOf(windows).map(({ window, used, limit, retryAfterSeconds }) => (
        <Meter
          key={window}
          label={LABELS[window]}
          used={used}
          limit={limit}
          hint={retryAfterSeconds > 0 && `Opens again in ${spanWords(retryAfterSeconds)}.`}
        />
      ))}
      <p>{biteWords(windows)}</p>
    </div>
  );
}
