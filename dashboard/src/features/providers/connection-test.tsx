import { useState } from 'react';
import { Card } from '../../components/card.tsx';
import { Badge, Notice, type Tone } from '../../components/feedback.tsx';
import type { CallFailure, Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { formatMs } from '../../lib/format/format.ts';

type Tested = Output<'providers/probe'>;

const NAMES: Readonly<Record<Tested['steps'][number]['step'], string>> = {
  REACHABLE: 'Connection',
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

export interface ConnectionTestState {
  tested: Tested | undefined;
  isBusy: boolean;
  failure: CallFailure | undefined;
  run: () => void;
}

/** A test of the connection that the page shows in one place and starts from another. */
export function useConnectionTest(providerId: string): ConnectionTestState {
  const [tested, setTested] = useState<Tested>();
  const probe = useAction('providers/probe', { done: setTested });
  const run = () => {
    if (!probe.busy) void probe.run({ providerId });
  };
  return { tested, isBusy: probe.busy, failure: probe.failure, run };
}

export function TestButton({ test: { isBusy, run } }: { test: ConnectionTestState }) {
  return (
    <button type="button" onClick={run}>
      {isBusy ? 'Testing…' : 'Test connection'}
    </button>
  );
}

interface ConnectionTestProps {
  test: ConnectionTestState;
  /** False if a banner above has the button. The card is then shown only for a result. */
  hasButton: boolean;
}

export function ConnectionTest({ test, hasButton }: ConnectionTestProps) {
  const { tested, isBusy, failure } = test;
  if (!hasButton && !isBusy && tested === undefined && failure === undefined) return null;
  return (
    <Card
      title="Connection test"
      hint="Reads content and searches once. Nothing is booked."
      actions={hasButton && <TestButton test={test} />}
    >
      {failure && <Notice failure={failure} />}
      <div role="status" className="connection-result">
        {tested && (
          <p>
            <Badge tone={tested.works ? 'good' : 'bad'}>{tested.works ? 'Passed' : 'Failed'}</Badge>{' '}
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
