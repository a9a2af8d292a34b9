import { Badge } from '../../../components/feedback.tsx';
import { Timestamp } from '../../../components/timestamp.tsx';
import { type Endpoint, stateOf } from './endpoint.ts';

/** The state of an endpoint, and why it is so. */
export function EndpointState({ endpoint }: { endpoint: Endpoint }) {
  const { words, tone } = stateOf(endpoint);
  const { statusReason, health } = endpoint;
  return (
    <span>
      <Badge tone={tone}>{words}</Badge>
      {statusReason !== null && <span className="state-why">{statusReason}</span>}
      {statusReason === null && health.failingSince !== null && (
        <span className="state-why">
          Nothing arrived since <Timestamp at={health.failingSince} />
        </span>
      )}
    </span>
  );
}
