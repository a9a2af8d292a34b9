import { Card } from '../../components/card.tsx';
import { sentenceCase, wordsOf } from '../../components/change-words.ts';
import { PermittedLink } from '../../components/link-to.tsx';
import { describeLastError } from '../../components/provider-words.ts';
import { Timestamp } from '../../components/timestamp.tsx';
import { failedOperations } from './failed-calls.ts';
import { describeErrors, type ProviderHealth } from './provider.tsx';

/** The anchor of the card, for links from the figures. */
export const FAILED_CALLS = 'failed-calls';

interface FailedCallsProps {
  period: string;
  periodName: string;
  health: Pick<ProviderHealth, 'operations' | 'lastError'>;
}

/** What is known about each failure: the last error, and the requests and bookings in which calls failed. */
export function FailedCalls({ period, periodName, health: { operations, lastError } }: FailedCallsProps) {
  const failed = failedOperations(operations, period);
  if (failed.length === 0) return null;
  return (
    <div id={FAILED_CALLS} className="failed-calls">
      <Card title="Failed calls" hint={periodName}>
        {lastError && (
          <p>
            Last error <Timestamp at={lastError.at} exact withSeconds />: {wordsOf(lastError.operation)},{' '}
            {describeLastError(lastError)}.
          </p>
        )}
        <ul className="plain-list">
          {failed.map(({ operation, link: { label, ...target }, ...counts }) => (
            <li key={operation}>
              <strong>{sentenceCase(wordsOf(operation))}</strong>
              <span>{describeErrors(counts)}</span>
              <PermittedLink
                permission={target.to === '/requests' ? 'requests:view' : 'bookings:view'}
                {...target}
              >
                {label}
              </PermittedLink>
            </li>
          ))}
        </ul>
        <p className="hint">
          The request log lists the client requests behind these calls. It does not filter by provider. Calls
          for a booking are also in its timeline.
        </p>
      </Card>
    </div>
  );
}
