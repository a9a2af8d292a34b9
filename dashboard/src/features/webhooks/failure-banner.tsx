import {
  describeFailure,
  describePastFailure,
  failureAdvice,
  lastFailure,
} from '../../components/failure-words.ts';
import { Banner } from '../../components/feedback.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Input } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { endpointHealth, isFailing } from '../../lib/health.ts';
import type { Endpoint } from './endpoint.ts';
import type { EndpointDialog } from './endpoint-actions.tsx';

const REFRESH_MS = 10_000;
/** The newest deliveries, among which the last failure is found. */
const NEWEST = 20;

interface FailureBannerProps {
  endpoint: Endpoint;
  /** Opens a dialog of the endpoint. Omitted for users who may not change it. */
  onOpen?: (dialog: EndpointDialog) => void;
}

/** What is wrong with an endpoint, since when, and what to do next. Shows nothing while it is OK. */
export function FailureBanner({ endpoint, onOpen }: FailureBannerProps) {
  const { endpointId, status, statusReason } = endpoint;
  const health = endpointHealth(endpoint);
  const fails = isFailing(health);
  const newest = useCall(
    'deliveries/list',
    { endpointId, page: { limit: NEWEST } } as Input<'deliveries/list'>,
    { everyMs: REFRESH_MS, when: fails },
  );
  if (status === 'PAUSED') {
    return (
      <Banner tone="warn" title="This endpoint is paused">
        {statusReason} <Since at={endpoint.statusSince} /> <Held endpoint={endpoint} />
      </Banner>
    );
  }
  if (!fails) return null;
  const failed = newest.state === 'ready' ? lastFailure(newest.data.deliveries) : undefined;
  const isDisabled = status === 'DISABLED';
  const isDown = health.level === 'DOWN';
  const actions = onOpen && <FailureActions onOpen={onOpen} mayReplay={!isDisabled} />;
  if (!isDisabled && endpoint.health.failingSince === null) {
    return (
      <Banner tone="warn" title="Degraded: some deliveries to this endpoint failed" action={actions}>
        <p>
          {health.why} {failed && describePastFailure(failed)}
        </p>
        <p>The last attempt succeeded. Replay the deliveries that failed.</p>
      </Banner>
    );
  }
  return (
    <Banner tone={isDown ? 'bad' : 'warn'} title={titleOf(isDown, isDisabled)} action={actions}>
      <p>
        {failed ? describeFailure(failed) : (health.why ?? '')} {failed && isDisabled && statusReason}{' '}
        {health.since && <Since at={health.since} />}
      </p>
      <p>
        {failureAdvice(failed?.status)}{' '}
        {isDisabled
          ? 'Then enable the endpoint and replay the deliveries.'
          : 'Then send a test event, and replay the deliveries that failed.'}{' '}
        <Held endpoint={endpoint} />
      </p>
    </Banner>
  );
}

interface FailureActionsProps {
  onOpen: (dialog: EndpointDialog) => void;
  /** A disabled endpoint receives nothing again before it is enabled. */
  mayReplay: boolean;
}

/** The next steps that the banner recommends. */
function FailureActions({ onOpen, mayReplay }: FailureActionsProps) {
  return (
    <div className="row">
      <button type="button" onClick={() => onOpen('ping')}>
        Send test event
      </button>
      {mayReplay && (
        <button type="button" onClick={() => onOpen('replay')}>
          Replay deliveries
        </button>
      )}
    </div>
  );
}

function titleOf(isDown: boolean, isDisabled: boolean): string {
  if (isDisabled) return 'Down: this endpoint was disabled automatically';
  return isDown ? 'Down: this endpoint receives no events' : 'Degraded: deliveries to this endpoint fail';
}

function Since({ at }: { at: string }) {
  return (
    <>
      Since <Timestamp at={at} exact />.
    </>
  );
}

function Held({ endpoint: { health, status } }: { endpoint: Endpoint }) {
  const { held } = health;
  if (held > 0) return `${held === 1 ? '1 delivery is' : `${held} deliveries are`} on hold.`;
  return status === 'ENABLED' ? null : 'Its deliveries are put on hold.';
}
