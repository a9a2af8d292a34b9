import { LinkTo, type Target } from '../../components/link-to.tsx';
import { formatDateTime } from '../../lib/format/format.ts';
import type { LoggedRequest } from './request-filters.ts';
import { StatusBadge } from './status-badge.tsx';

const NAMES: Readonly<Record<string, string>> = {
  availability: 'Search',
  prebooking: 'Quote',
  booking: 'Booking',
};

const CANCEL_NAMES = { QUOTE: 'Penalty', COMMIT: 'Cancellation' };

function stepName({
  operation,
  path,
  cancelMode,
}: Pick<LoggedRequest, 'operation' | 'path' | 'cancelMode'>): string {
  if (operation === 'cancel') {
    return cancelMode === null ? 'Penalty or cancellation' : CANCEL_NAMES[cancelMode];
  }
  return NAMES[operation ?? ''] ?? operation ?? path;
}

interface RequestJourneyProps {
  request: LoggedRequest;
  related: readonly LoggedRequest[];
  linkTo: (rowId: string) => Target;
}

/** From the search to the cancellation, in the order in which it happened. Nothing if the request stands alone. */
export function RequestJourney({ request, related, linkTo }: RequestJourneyProps) {
  if (related.length === 0) return null;
  const steps = [...related, request].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return (
    <nav className="journey" aria-label="Related requests">
      <ol>
        {steps.map(step => {
          const { rowId, status, at } = step;
          const name = stepName(step);
          const isCurrent = rowId === request.rowId;
          return (
            <li key={rowId} aria-current={isCurrent ? 'step' : undefined}>
              {isCurrent ? <strong>{name}</strong> : <LinkTo {...linkTo(rowId)}>{name}</LinkTo>}
              <StatusBadge status={status} />
              <small title={at}>{formatDateTime(at)}</small>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
