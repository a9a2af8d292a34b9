import type { Environment } from '@serai/contract/shared/answer.ts';
import { ChevronDown, CircleCheck, CircleDashed } from 'lucide-react';
import { useId, useState } from 'react';
import { LinkTo, type Target } from '../../components/link-to.tsx';
import { useMayCreateKeys } from '../../components/may-create-keys.ts';
import { ownData } from '../../lib/calls/current-data.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { useUserId } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/url-state.ts';

interface SetupCardProps {
  keys: Output<'keys/list'>['keys'];
  /** Whether a request succeeded in the last 30 days. */
  hasRequests: boolean;
  hasProblems: boolean;
}

/** The steps to the first booking. Shown until there are requests and bookings. */
export function SetupCard({ keys, hasRequests, hasProblems }: SetupCardProps) {
  const environment = useEnvironment();
  const webhooks = useCall('webhooks/list', { environment, page: { limit: 1 } });
  // Not only recent bookings, so that the step does not return after a quiet month.
  const bookings = useCall('bookings/list', { environment, page: { limit: 1 } });
  const mayCreateKeys = useMayCreateKeys();
  const [endpoints, booked] = [ownData(webhooks)?.endpoints, ownData(bookings)?.bookings];
  if (endpoints === undefined || booked === undefined) return null;
  const hasBooked = booked.length > 0;
  const steps = setupSteps({
    environment,
    hasKey: keys.some(({ status }) => status === 'ACTIVE'),
    // Usage is counted with a short delay. The use of a key and a booking are known at once.
    hasCalled: hasRequests || hasBooked || keys.some(({ lastUsed }) => lastUsed !== null),
    hasWebhook: endpoints.length > 0,
    hasBooked,
    mayCreateKeys,
  });
  if (hasReachedGoal(steps)) return null;
  return <Steps key={environment} steps={steps} environment={environment} hasProblems={hasProblems} />;
}

interface StepsProps {
  steps: readonly SetupStep[];
  environment: Environment;
  hasProblems: boolean;
}

function Steps({ steps, environment, hasProblems }: StepsProps) {
  const [titleId, listId] = [useId(), useId()];
  const [choice, choose] = useStoredChoice(environment);
  const done = steps.filter(step => step.done).length;
  const next = steps.find(step => !step.done);
  // Once most steps are done, or something fails, the steps are no longer the most important thing on the page.
  const isOpen = choice ?? (done * 2 <= steps.length && !hasProblems);
  return (
    <section className="panel set-up-card" aria-labelledby={titleId}>
      <div className="set-up-line">
        <h2 id={titleId}>Get started</h2>
        <p className="hint">
          {done} of {steps.length} steps done.
          {!isOpen && next && (
            <> Next: {next.link ? <LinkTo {...next.link}>{next.label}</LinkTo> : next.label}</>
          )}
        </p>
        <button
          type="button"
          className="quiet small"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => choose(!isOpen)}
        >
          {isOpen ? 'Hide steps' : 'Show steps'} <ChevronDown size={16} aria-hidden />
        </button>
      </div>
      <ol className="set-up" id={listId} hidden={!isOpen}>
        {steps.map(step => (
          <li key={step.key} data-done={step.done || undefined}>
            {step.done ? <CircleCheck size={20} aria-hidden /> : <CircleDashed size={20} aria-hidden />}
            <div>
              <strong>
                {step.label}
                <span className="unseen">{step.done ? ' (done)' : ' (to do)'}</span>
              </strong>
              {!step.done && <span className="hint">{step.hint}</span>}
            </div>
            {step === next && step.link && (
              <LinkTo {...step.link} className="button main">
                {step.link.label}
              </LinkTo>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Whether this user has opened or closed the steps in this environment. Undefined: neither. */
function useStoredChoice(environment: Environment): [boolean | undefined, (isOpen: boolean) => void] {
  const key = `serai.get-started.${useUserId()}.${environment}`;
  const [choice, setChoice] = useState(() => {
    const stored = localStorage.getItem(key);
    return stored === null ? undefined : stored === 'open';
  });
  return [
    choice,
    isOpen => {
      setChoice(isOpen);
      try {
        localStorage.setItem(key, isOpen ? 'open' : 'closed');
      } catch {
        // The browser refuses to store anything. The choice then lasts until the page is left.
      }
    },
  ];
}

interface SetupStep {
  key: 'key' | 'call' | 'webhook' | 'booking';
  label: string;
  hint: string;
  done: boolean;
  /** Undefined if someone else must do it. */
  link: (Target & { label: string }) | undefined;
}

interface SetupProgress {
  environment: Environment;
  hasKey: boolean;
  hasCalled: boolean;
  hasWebhook: boolean;
  hasBooked: boolean;
  mayCreateKeys: boolean;
}

/** A booking is what the steps lead to. An endpoint can be added at any time. */
export function hasReachedGoal(steps: readonly SetupStep[]): boolean {
  return steps.every(({ key, done }) => done || key === 'webhook');
}

export function setupSteps({
  environment,
  hasKey,
  hasCalled,
  hasWebhook,
  hasBooked,
  mayCreateKeys,
}: SetupProgress): SetupStep[] {
  return [
    {
      key: 'key',
      label: 'Create an API key',
      hint: mayCreateKeys
        ? 'The key is shown once. Store it with your application’s other secrets.'
        : 'Ask an admin to create one.',
      done: hasKey,
      link: mayCreateKeys ? { to: '/settings/api-keys/new', label: 'Create API key' } : undefined,
    },
    {
      key: 'call',
      label: 'Send your first request',
      hint: 'The page of a new key shows a command to paste into your terminal.',
      done: hasCalled,
      link: { to: '/reference', label: 'Open API reference' },
    },
    {
      key: 'webhook',
      label: 'Add a webhook endpoint',
      hint: 'Get notified when a booking changes, without polling.',
      done: hasWebhook,
      link: { to: '/webhooks', label: 'Add endpoint' },
    },
    {
      key: 'booking',
      label: 'Create your first booking',
      hint:
        environment === 'sandbox'
          ? 'The sandbox has example requests for each scenario.'
          : 'Search, quote, then book. Production bookings are real and charged.',
      done: hasBooked,
      link:
        environment === 'sandbox'
          ? { to: '/sandbox', label: 'Open sandbox' }
          : { to: '/reference', label: 'Open API reference' },
    },
  ];
}
