import type { Environment } from '@serai/contract/shared/answer.ts';
import { CircleCheck, CircleDashed } from 'lucide-react';
import { Card } from '../../components/card.tsx';
import { LinkTo, type Target } from '../../components/link-to.tsx';
import { useCall } from '../../lib/calls/use-call.ts';
import { useEnvironment } from '../../lib/url-state.ts';

interface SetupCardProps {
  hasKey: boolean;
  hasBooked: boolean;
}

/** Setup steps, shown until the first successful request. */
export function SetupCard({ hasKey, hasBooked }: SetupCardProps) {
  const environment = useEnvironment();
  const webhooks = useCall('webhooks/list', { environment, page: { limit: 1 } });
  const hasWebhook = webhooks.state === 'ready' && webhooks.data.endpoints.length > 0;
  const steps = setupSteps({ environment, hasKey, hasCalled: false, hasWebhook, hasBooked });
  const next = steps.find(({ done }) => !done);
  return (
    <Card title="Get started" hint="Four steps to your first booking.">
      <ol className="set-up">
        {steps.map(step => (
          <li key={step.key} data-done={step.done || undefined}>
            {step.done ? <CircleCheck size={20} aria-hidden /> : <CircleDashed size={20} aria-hidden />}
            <div>
              <strong>
                {step.label}
                <span className="unseen">{step.done ? ' (done)' : ' (to do)'}</span>
              </strong>
              <span className="hint">{step.hint}</span>
            </div>
            {!step.done && (
              <LinkTo {...step.link} className={step === next ? 'button main' : 'button'}>
                {step.link.label}
              </LinkTo>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

interface SetupStep {
  key: string;
  label: string;
  hint: string;
  done: boolean;
  link: Target & { label: string };
}

interface SetupProgress {
  environment: Environment;
  hasKey: boolean;
  hasCalled: boolean;
  hasWebhook: boolean;
  hasBooked: boolean;
}

export function setupSteps({
  environment,
  hasKey,
  hasCalled,
  hasWebhook,
  hasBooked,
}: SetupProgress): SetupStep[] {
  return [
    {
      key: 'key',
      label: 'Create an API key',
      hint: 'The key is shown once. Store it with your application’s other secrets.',
      done: hasKey,
      link: { to: '/settings/api-keys/new', label: 'Create API key' },
    },
    {
      key: 'call',
      label: 'Send your first request',
      hint: 'The page of a new key shows a command that you can paste into a terminal.',
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
          : 'Search, quote, then book. The booking is real and charged.',
      done: hasBooked,
      link:
        environment === 'sandbox'
          ? { to: '/sandbox', label: 'Open sandbox' }
          : { to: '/reference', label: 'Open API reference' },
    },
  ];
}
