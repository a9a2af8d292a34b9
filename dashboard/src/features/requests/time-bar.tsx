import { formatMs } from '../../lib/format/format.ts';
import type { LoggedRequest } from './request-filters.ts';
import { timeParts } from './time-split.ts';

/** Gateway, backend and provider side by side, as long as each took. */
export function TimeBar({ request }: { request: LoggedRequest }) {
  const parts = timeParts(request);
  return (
    <div className="time-split">
      <div className="time-bar" aria-hidden="true">
        {parts.map(({ key, ms, tone }) => (
          <span key={key} data-tone={tone} style={{ flexGrow: Math.max(ms, request.totalMs / 200) }} />
        ))}
      </div>
      <dl>
        {parts.map(({ key, label, ms, tone }) => (
          <div key={key} data-tone={tone}>
            <dt>{label}</dt>
            <dd>{formatMs(ms)}</dd>
          </div>
        ))}
        <div>
          <dt>In all</dt>
          <dd>{formatMs(request.totalMs)}</dd>
        </div>
      </dl>
    </div>
  );
}
