import { Card } from '../../components/card.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatNumber, formatPercent } from '../../lib/format/format.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { funnelSteps, type KeyFunnel } from './funnel-steps.ts';

interface FunnelCardProps {
  from: string;
  keyId: string | undefined;
}

const MOST = 12;

/** How many searches of a key become quotes, bookings and confirmed bookings. */
export function FunnelCard({ from, keyId }: FunnelCardProps) {
  const environment = useEnvironment();
  const shown = useCall('usage/funnel', { environment, from, ...(keyId !== undefined && { keyId }) });
  return (
    <Card
      title="From search to booking"
      hint="Successful calls of each key. Confirmed bookings as far back as the request log reaches."
    >
      <Loaded from={shown} rows={4}>
        {({ keys, complete }) => (
          <>
            {keys.length === 0 && <p className="faint">No search, quote or booking in this period.</p>}
            <div className="grid">
              {keys.slice(0, MOST).map(key => (
                <Funnel key={key.keyId} funnel={key} />
              ))}
            </div>
            {!complete && (
              <p className="hint">More bookings than could be looked up: confirmed ones are too few.</p>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function Funnel({ funnel }: { funnel: KeyFunnel }) {
  return (
    <figure className="funnel">
      <figcaption>{funnel.name}</figcaption>
      <ol>
        {funnelSteps(funnel).map(({ key, label, count, share, passed }) => (
          <li key={key}>
            <span className="funnel-words">
              <span>{label}</span>
              <strong>{formatNumber(count)}</strong>
            </span>
            <span className="funnel-room" aria-hidden="true">
              <span style={{ width: `${share * 100}%` }} />
            </span>
            <small>{passed === null ? ' ' : `${formatPercent(passed)} of the step before`}</small>
          </li>
        ))}
      </ol>
    </figure>
  );
}
