import { CodeBlock } from '../../components/code.tsx';
import { Badge } from '../../components/feedback.tsx';
import { Loaded } from '../../components/loaded.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatMs } from '../../lib/format/format.ts';

type Exchange = NonNullable<Output<'bookings/show'>['audit']>['transactions'][number];

/** What was said to the provider about the booking that the request concerns, and what it answered. */
export function ProviderExchanges({ bookingId }: { bookingId: string }) {
  const shown = useCall('bookings/show', { bookingId, includeAudit: true });
  return (
    <Loaded from={shown} rows={2}>
      {({ audit }) =>
        audit === undefined || audit.transactions.length === 0 ? (
          <p className="faint">No exchange with the provider was kept.</p>
        ) : (
          <ul className="exchanges">
            {audit.transactions.map(exchange => (
              <li key={`${exchange.startedAt} ${exchange.operation} ${exchange.attempt}`}>
                <ExchangeView exchange={exchange} />
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

function ExchangeView({ exchange }: { exchange: Exchange }) {
  const { operation, outcome, durationMs, provider, request, response } = exchange;
  return (
    <details>
      <summary>
        {provider}: {operation} <Badge>{outcome}</Badge> <span className="faint">{formatMs(durationMs)}</span>
      </summary>
      <CodeBlock
        code={`${request.method ?? ''} ${request.target ?? ''}\n\n${request.body ?? '(no body)'}`.trim()}
        label="what was sent"
      />
      {response && <CodeBlock code={response.body ?? '(no body)'} label="what was answered" />}
    </details>
  );
}
