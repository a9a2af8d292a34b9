import {
  describeFailure,
  describeLastingFailure,
  describePastFailure,
  failureAdvice,
  lastFailure,
} from '../../components/failure-words.ts';
import { Banner } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Input } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { endpointHealth, isFailing } from '../../lib/health.ts';
import { useMay } from '../../lib/session-context.ts';
import type { Endpoint } from './endpoint.ts';
import type { EndpointDialog } from './endpoint-actions.tsx';
import { describeDisabling, describeEmails, type FailureEmails } from './failure-outlook.ts';

const REFRESH_MS = 10_000;
/** The newest deliveries, among which the last failure is found. */
const NEWEST = 20;

interface FailureBannerProps {
  endpoint: Endpoint;
  emails: FailureEmails | null;
  /** Opens a dialog of the endpoint. Omitted for users who may not change it. */
  onOpen?: (dialog: EndpointDialog) => void;
}

/** What is wrong with an endpoint, since when, and what to do next. Shows nothing while it is OK. */
export function FailureBanner({ endpoint, emails, onOpen }: FailureBannerProps) {
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
        {statusReason?.replace(/\.$/, '') ?? 'Paused'} on <Timestamp at={endpoint.statusSince} exact />.{' '}
        <Held endpoint={endpoint} />
      </Banner>
    );
  }
  if (!fails) return null;
  const failed = newest.state === 'ready' ? lastFailure(newest.data.deliveries) : undefined;
  const isDisabled = status === 'DISABLED';
  const { disablesAt } = endpoint.health;
  const isDown = health.level === 'DOWN';
  const isRecovered = !isDisabled && endpoint.health.failingSince === null;
  const actions = onOpen && <FailureActions onOpen={onOpen} mayReplay={!isDisabled} />;
  if (isRecovered) {
    return (
      <Banner tone="warn" title="This endpoint is degraded: some deliveries failed" action={actions}>
        <p>
          {health.why} {failed && describePastFailure(failed)}
        </p>
        <p>
          <strong>What to do:</strong> Replay the failed deliveries, because the last attempt succeeded.
        </p>
      </Banner>
    );
  }
  return (
    <Banner tone={isDown ? 'bad' : 'warn'} title={titleOf(isDown, isDisabled)} action={actions}>
      <p>
        <strong>What to do:</strong> {failureAdvice(failed?.status)} {nextSteps(isDisabled)}
      </p>
      <p>
        {failed && health.since && !isDisabled ? (
          <>
            {describeLastingFailure(failed)} since <Timestamp at={health.since} exact />
            {disablesAt !== null && `, and ${describeDisabling(disablesAt)}`}.
          </>
        ) : (
          <>
            {failed ? describeFailure(failed) : (health.why ?? '')} {failed && isDisabled && statusReason}{' '}
            {health.since && (
              <>
                {isDisabled ? 'The endpoint was disabled on' : 'Deliveries have failed since'}{' '}
                <Timestamp at={health.since} exact />.
              </>
            )}
            {disablesAt !== null && ` ${describeDisabling(disablesAt)}.`}
          </>
        )}{' '}
        <Held endpoint={endpoint} />
      </p>
      {emails && <EmailNote emails={emails} />}
    </Banner>
  );
}

/** Who learns of the failure without looking at the dashboard. */
function EmailNote({ emails }: { emails: FailureEmails }) {
  const maySeeSettings = useMay('system:manage');
  const words = describeEmails(emails);
  if (words === '') return null;
  return (
    <p>
      {words} {!emails.isOn && maySeeSettings && <LinkTo to="/settings/system">View the settings</LinkTo>}
    </p>
  );
}

interface FailureActionsProps {
  onOpen: (dialog: EndpointDialog) => void;
  /** A disabled endpoint must be enabled first. */
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
          Replay failed deliveries
        </button>
      )}
    </div>
  );
}

function nextSteps(isDisabled: boolean): string {
  return isDisabled
    ? 'Then enable the endpoint and replay the failed deliveries.'
    : 'Send a test event, then replay the failed deliveries.';
}

function titleOf(isDown: boolean, isDisabled: boolean): string {
  if (isDisabled) return 'This endpoint is down: it was disabled automatically';
  return isDown ? 'This endpoint is down: all deliveries fail' : 'This endpoint is degraded: deliveries fail';
}

function Held({ endpoint: { health, status } }: { endpoint: Endpoint }) {
  const { held } = health;
  if (held > 0) return `${held === 1 ? '1 delivery is' : `${held} deliveries are`} on hold.`;
  return status === 'ENABLED' ? null : 'New deliveries are put on hold.';
}
