import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatNumber, formatPercent } from '../../lib/format/format.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { Card } from '../card.tsx';
import { Loaded } from '../loaded.tsx';

interface FunnelCardProps {
  from: string;
  keyId: string | undefined;
  partnerId: string | undefined;
}

const MAX_KEYS = 12;

/** Shows, for up to MAX_KEYS keys, how many searches, quotes, bookings and confirmed bookings there were. */
export function FunnelCard({ from, keyId, partnerId }: FunnelCardProps) {
  const environment = useEnvironment();
  const shown = useCall('usage/funnel', {
    environment,
    from,
    ...(partnerId !== undefined && { partnerId }),
    ...(keyId !== undefined && { keyId }),
  });
  return (
    <Card
      title="From search to booking"
      hint="Number of successful requests per key. Confirmed bookings are counted only for the period that the request log covers."
    >
      <Loaded from={shown} rows={4}>
        {({ keys, complete }) => (
          <>
            {keys.length === 0 && <p className="faint">No searches, quotes or bookings in this period.</p>}
            <div className="grid">
              {keys.slice(0, MAX_KEYS).map(key => (
                <Funnel key={key.keyId} funnel={key} />
              ))}
            </div>
            {!complete && (
              <p className="hint">
                The number of confirmed bookings is incomplete, because there are too many bookings to check.
              </p>
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
            <small>{passed === null ? ' ' : `${formatPercent(passed)} of the previous step`}</small>
          </li>
        ))}
      </ol>
    </figure>
  );
}

type KeyFunnel = Output<'usage/funnel'>['keys'][number];

interface FunnelStep {
  key: string;
  label: string;
  count: number;
  /** Share of the largest step, between 0 and 1. Determines the length of the bar. */
  share: number;
  /**
   * Share of the previous step. Null if there is no previous step or if its count is zero. Above 1 if steps were
   * repeated or skipped.
   */
  passed: number | null;
}

const STEPS = [
  ['searches', 'Searches'],
  ['quotes', 'Quotes'],
  ['bookings', 'Bookings'],
  ['confirmed', 'Confirmed'],
] as const;

export function funnelSteps(
  funnel: Pick<KeyFunnel, 'searches' | 'quotes' | 'bookings' | 'confirmed'>,
): FunnelStep[] {
  const known = STEPS.flatMap(([key, label]) => {
    const count = funnel[key];
    return count === null ? [] : [{ key, label, count }];
  });
  const largest = Math.max(1, ...known.map(({ count }) => count));
  return known.map((step, index) => {
    const from = known[index - 1]?.count ?? 0;
    return { ...step, share: step.count / largest, passed: from === 0 ? null : step.count / from };
  });
}
