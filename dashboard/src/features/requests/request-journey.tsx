import { LinkTo, type Target } from '../../components/link-to.tsx';
import { formatDateTime } from '../../lib/format/format.ts';
import type { LoggedRequest } from './request-filters.ts';
import { StatusBadge } from './status-badge.tsx';

const NAMES: Readonly<Record<string, string>> = {
  availability: 'Search',
  prebooking: 'Quote',
  booking: 'Booking',
  cancel: 'Cancellation',
};

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
    <nav className="journey" aria-label="Requests of this journey">
      <ol>
        {steps.map(({ rowId, operation, path, status, at }) => {
          const name = NAMES[operation ?? ''] ?? operation ?? path;
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
