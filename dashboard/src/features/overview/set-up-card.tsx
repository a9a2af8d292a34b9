import { CircleCheck, CircleDashed } from 'lucide-react';
import { Card } from '../../components/card.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { useCall } from '../../lib/calls/use-call.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { setUpSteps } from './set-up-steps.ts';

interface SetUpCardProps {
  hasKey: boolean;
  hasBooked: boolean;
}

/** What to do until the first call succeeds. */
export function SetUpCard({ hasKey, hasBooked }: SetUpCardProps) {
  const environment = useEnvironment();
  const webhooks = useCall('webhooks/list', { environment, page: { limit: 1 } });
  const hasWebhook = webhooks.state === 'ready' && webhooks.data.endpoints.length > 0;
  const steps = setUpSteps({ environment, hasKey, hasCalled: false, hasWebhook, hasBooked });
  const next = steps.find(({ done }) => !done);
  return (
    <Card title="Set up" hint="Four steps to the first booking.">
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
