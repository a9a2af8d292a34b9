import { useState } from 'react';
import { CodeBlock, Copyable } from '../../components/code.tsx';
import { Drawer } from '../../components/dialogs/dialog.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useSession } from '../../lib/session-context.ts';
import { CodeWords } from './code-words.tsx';
import type { Scenario } from './scenario-filter.ts';
import { sdkProgram } from './sdk-program.ts';
import { StatusBadge } from './status-badge.tsx';

interface ScenarioDrawerProps {
  scenario: Scenario;
  onClose: () => void;
}

/** How to play a scenario, ready to be copied. */
export function ScenarioDrawer({ scenario, onClose }: ScenarioDrawerProps) {
  const { name, description, hotelId, steps, curl } = scenario;
  const { interfaceUrl } = useSession();
  const [tab, setTab] = useState('curl');
  const last = steps.at(-1);
  return (
    <Drawer open title={<code>{name}</code>} onClose={onClose}>
      <section className="stack">
        <div className="expected">
          <h3>What to expect</h3>
          <p>
            <CodeWords text={description} />
          </p>
          {last && (
            <p>
              <code>{last.operation}</code> answers <StatusBadge status={last.status} />
            </p>
          )}
        </div>
        <div className="expected">
          <h3>How to play it</h3>
          <ol className="steps">
            {steps.map(step => (
              <li key={step.operation}>
                <code>{step.path}</code>
              </li>
            ))}
          </ol>
          <p className="hint">
            {forcesIt(scenario) ? (
              <>
                The request names it in <code>settings.scenario</code>.
              </>
            ) : (
              <>
                The hotel plays it by itself. On another hotel of the sandbox, <code>settings.scenario</code>{' '}
                does.
              </>
            )}
          </p>
          <Copyable text={hotelId} label="Copy the hotel id" />
        </div>
        <Tabs
          label="Ready request"
          selected={tab}
          onSelect={setTab}
          tabs={[
            { id: 'curl', label: 'curl', panel: <CodeBlock code={curl} label="as curl" /> },
            {
              id: 'json',
              label: 'JSON',
              panel: steps.map(step => (
                <div key={step.operation} className="expected">
                  <h3>
                    <code>{step.path}</code>
                  </h3>
                  <CodeBlock code={JSON.stringify(step.body, null, 2)} label={`${step.operation} as JSON`} />
                </div>
              )),
            },
            {
              id: 'sdk',
              label: 'SDK',
              panel: <CodeBlock code={sdkProgram(steps, interfaceUrl)} label="as a program" />,
            },
          ]}
        />
        <p className="hint">
          {steps.length > 1 &&
            'Words that begin with $ come from the answer before; $reference is your own, new for each booking. '}
          The key of the sandbox goes into <code>SERAI_API_KEY</code>; make one under{' '}
          <LinkTo to="/settings/api-keys/new">API keys</LinkTo>. What you send appears in the{' '}
          <LinkTo to="/requests">request log</LinkTo>.
        </p>
      </section>
    </Drawer>
  );
}

function forcesIt({ steps }: Scenario): boolean {
  return steps.some(({ body }) => 'settings' in body);
}
