import { useState } from 'react';
import { Card } from '../../components/card.tsx';
import { Badge, Notice, type Tone } from '../../components/feedback.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { formatMs } from '../../lib/format/format.ts';

type Tested = Output<'providers/probe'>;

const NAMES: Readonly<Record<Tested['steps'][number]['step'], string>> = {
  REACHABLE: 'Provider responds',
  CREDENTIALS: 'Credentials',
  ENVIRONMENT: 'Environment',
  CLOCK: 'Clock',
  CONTENT: 'Hotel content',
  SEARCH: 'Search',
};

const RESULTS: Readonly<Record<Tested['steps'][number]['result'], { label: string; tone: Tone }>> = {
  PASSED: { label: 'Passed', tone: 'good' },
  FAILED: { label: 'Failed', tone: 'bad' },
  SKIPPED: { label: 'Not tested', tone: 'plain' },
};

export function ConnectionTest({ providerId }: { providerId: string }) {
  const [tested, setTested] = useState<Tested>();
  const probe = useAction('providers/probe', { done: setTested });
  const run = () => {
    if (!probe.busy) void probe.run({ providerId });
  };
  return (
    <Card
      title="Connection test"
      hint="Reads content and searches once. Nothing is booked."
      actions={
        <button type="button" onClick={run}>
          {probe.busy ? 'Testing…' : 'Test connection'}
        </button>
      }
    >
      {probe.failure && <Notice failure={probe.failure} />}
      <div role="status" className="connection-result">
        {tested && (
          <p>
            <Badge tone={tested.works ? 'good' : 'bad'}>{tested.works ? 'Works' : 'Does not work'}</Badge>{' '}
            {tested.message} ({formatMs(tested.durationMs)})
          </p>
        )}
      </div>
      {tested && (
        <ol className="attempts">
          {tested.steps.map(({ step, result, message, supplierSays, nextStep }) => (
            <li key={step} data-tone={RESULTS[result].tone}>
              <span>
                <strong>{NAMES[step]}</strong>{' '}
                <Badge tone={RESULTS[result].tone}>{RESULTS[result].label}</Badge>
              </span>
              <span>{message}</span>
              {supplierSays !== null && <q>{supplierSays}</q>}
              {nextStep !== null && <span className="hint">{nextStep}</span>}
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
