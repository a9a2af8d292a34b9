import { Circle, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../lib/calls/use-call.ts';
import { Card } from '../card.tsx';
import { Banner } from '../feedback.tsx';
import { LinkTo } from '../link-to.tsx';
import { Loaded } from '../loaded.tsx';
import { Marked } from '../prose.tsx';
import { SelectField } from '../select-field.tsx';
import { Timestamp } from '../timestamp.tsx';
import '../../styles/sandbox.css';

/** The server examines thousands of requests for each response. */
const REFRESH_MS = 60_000;

/** The certification checklist of one sandbox key. */
function Checklist({ keyId }: { keyId: string }) {
  const [isComplete, setComplete] = useState(false);
  const shown = useCall('sandbox/checklist', { keyId }, isComplete ? {} : { everyMs: REFRESH_MS });
  if (shown.state === 'ready' && shown.data.complete !== isComplete) setComplete(shown.data.complete);
  return (
    <Loaded from={shown} rows={8}>
      {({ items, complete }) => {
        const done = items.filter(({ doneAt }) => doneAt !== null).length;
        return (
          <>
            {complete && <Banner tone="good" title="Ready for production: every item was seen." />}
            <label className="certification-progress">
              <span>
                {done} of {items.length} done
              </span>
              <progress max={items.length} value={done} />
            </label>
            <ol className="checklist">
              {items.map(({ item, title, hint, scenario, doneAt }) => (
                <li key={item} data-done={doneAt !== null || undefined}>
                  {doneAt === null ? <Circle size={18} aria-hidden /> : <CircleCheck size={18} aria-hidden />}
                  <div>
                    <strong>{title}</strong>{' '}
                    {doneAt === null ? (
                      <span className="faint">To do</span>
                    ) : (
                      <span className="faint">
                        Done <Timestamp at={doneAt} />
                      </span>
                    )}
                    <p className="hint">
                      <Marked text={hint} />{' '}
                      {doneAt === null && scenario !== null && (
                        <>
                          Scenario{' '}
                          <LinkTo to="/sandbox" search={{ scenario }}>
                            {scenario}
                          </LinkTo>
                          .
                        </>
                      )}
                    </p>
                  </div>
                </li>
              ))}
            </ol>
          </>
        );
      }}
    </Loaded>
  );
}

/** What each sandbox key of the partner has shown so far. */
export function PartnerChecklist({ partnerId }: { partnerId: string }) {
  const keys = useCall('keys/list', { partnerId, environment: 'sandbox', page: { limit: 100 } });
  const [chosen, setChosen] = useState<string>();
  return (
    <Card
      title="Certification checklist"
      hint="What the partner should have tried in the sandbox before it goes live, read from its own requests."
    >
      <Loaded from={keys} rows={6}>
        {({ keys: found }) => {
          const keyId = chosen ?? found[0]?.keyId;
          if (keyId === undefined) {
            return <p className="faint">The partner has no sandbox key yet. Create one to begin.</p>;
          }
          return (
            <>
              <SelectField
                label="Sandbox key"
                value={keyId}
                options={found.map(key => [key.keyId, key.name] as const)}
                onChange={setChosen}
              />
              <Checklist key={keyId} keyId={keyId} />
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}
