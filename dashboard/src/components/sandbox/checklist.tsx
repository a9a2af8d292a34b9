import { ArrowRight, Circle, CircleCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatPercent } from '../../lib/format/format.ts';
import { useMay, useStaff } from '../../lib/session-context.ts';
import { Card } from '../card.tsx';
import { Banner } from '../feedback.tsx';
import { LinkTo } from '../link-to.tsx';
import { Loaded } from '../loaded.tsx';
import { useMayCreateKeys } from '../may-create-keys.ts';
import { Marked } from '../prose.tsx';
import { SelectField } from '../select-field.tsx';
import { Timestamp } from '../timestamp.tsx';
import '../../styles/sandbox.css';

/** The server examines thousands of requests for each response. */
const REFRESH_MS = 60_000;

interface ChecklistProps {
  keyId: string;
  partnerId: string;
}

/** The certification checklist of one sandbox key. */
function Checklist({ keyId, partnerId }: ChecklistProps) {
  const [isComplete, setComplete] = useState(false);
  const shown = useCall('sandbox/checklist', { keyId }, isComplete ? {} : { everyMs: REFRESH_MS });
  if (shown.state === 'ready' && shown.data.complete !== isComplete) setComplete(shown.data.complete);
  return (
    <Loaded from={shown} rows={8}>
      {({ items, complete }) => (
        <>
          {complete ? <Complete /> : <Progress items={items} partnerId={partnerId} />}
          <ol className="checklist">
            {items.map(item => (
              <ChecklistRow key={item.item} item={item} partnerId={partnerId} />
            ))}
          </ol>
        </>
      )}
    </Loaded>
  );
}

type Item = Output<'sandbox/checklist'>['items'][number];

function Complete() {
  const isStaff = useStaff();
  return (
    <Banner tone="good" title="Certification complete">
      {isStaff
        ? 'The partner has completed every step required for production.'
        : 'You have completed every step required for production.'}
    </Banner>
  );
}

/** How far it is, and the one next step. */
function Progress({ items, partnerId }: { items: readonly Item[]; partnerId: string }) {
  const isStaff = useStaff();
  const done = items.filter(({ doneAt }) => doneAt !== null).length;
  const next = items.find(({ doneAt }) => doneAt === null);
  return (
    <div className="checklist-summary">
      <label className="certification-progress">
        <span>
          <strong>
            {done} of {items.length} done
          </strong>
          <span className="faint">{formatPercent(done / items.length)}</span>
        </span>
        <progress max={items.length} value={done} />
      </label>
      {next && (
        <p className="checklist-next">
          <span>
            {isStaff ? 'The partner’s next step' : 'Your next step'}: <strong>{next.title}</strong>
          </span>
          <StepLink
            item={next}
            partnerId={partnerId}
            className={isStaff ? 'button small' : 'button small main'}
          >
            Open scenario <ArrowRight size={16} aria-hidden />
          </StepLink>
        </p>
      )}
    </div>
  );
}

interface StepLinkProps {
  item: Item;
  partnerId: string;
  className: string;
  /** The link to a scenario. */
  children: ReactNode;
}

/** Where the step is done. The checklist is also shown in production, but its steps are done in the sandbox. */
function StepLink({ item: { scenario }, partnerId, className, children }: StepLinkProps) {
  return scenario === null ? (
    <WebhooksLink partnerId={partnerId} className={className} />
  ) : (
    <LinkTo to="/sandbox" params={IN_SANDBOX} search={{ scenario }} className={className}>
      {children}
    </LinkTo>
  );
}

const IN_SANDBOX = { environment: 'sandbox' };

interface ChecklistRowProps {
  item: Item;
  partnerId: string;
}

function ChecklistRow({ item, partnerId }: ChecklistRowProps) {
  const { title, condition, hint, doneAt } = item;
  return (
    <li data-done={doneAt !== null || undefined}>
      {doneAt === null ? <Circle size={18} aria-hidden /> : <CircleCheck size={18} aria-hidden />}
      <div>
        <strong>{title}</strong>
        <span className="unseen">{doneAt === null ? ' (to do)' : ' (done)'}</span>
        <p className="hint">
          <Marked text={doneAt === null ? condition : hint} />
        </p>
      </div>
      {doneAt !== null ? (
        <small className="faint">
          <Timestamp at={doneAt} />
        </small>
      ) : (
        <TryLink item={item} partnerId={partnerId} />
      )}
    </li>
  );
}

/** The request that completes a step. */
const REQUESTS: Readonly<Record<Item['item'], string>> = {
  SEARCH: 'Search',
  QUOTE: 'Quote',
  BOOK: 'Book',
  READ: 'Read the booking',
  CANCEL: 'Cancel',
  REJECTED: 'Book',
  UNKNOWN_OUTCOME: 'Book',
  RATE_LIMIT: 'Search',
  SERVER_ERROR: 'Search',
  WEBHOOK: 'Book',
};

/** Opens the first request of the scenario in Try it. Those who may not send requests see the example. */
function TryLink({ item, partnerId }: Pick<StepLinkProps, 'item' | 'partnerId'>) {
  const mayTry = useMay('reference:try');
  const { scenario } = item;
  const label = (
    <>
      {REQUESTS[item.item]} with scenario <code>{scenario}</code>
    </>
  );
  if (!mayTry || scenario === null) {
    return (
      <StepLink item={item} partnerId={partnerId} className="checklist-scenario">
        {label}
      </StepLink>
    );
  }
  return (
    <LinkTo
      to="/reference/$operation"
      params={{ ...IN_SANDBOX, operation: 'availability' }}
      search={{ view: 'try', scenario }}
      className="checklist-scenario"
    >
      {label}
    </LinkTo>
  );
}

/** Where events are received. Without an endpoint, the first step is to add one. */
function WebhooksLink({ partnerId, className }: { partnerId: string; className: string }) {
  const isStaff = useStaff();
  const mayView = useMay('webhooks:view');
  const mayEdit = useMay('webhooks:edit');
  const list = useCall(
    'webhooks/list',
    { partnerId, environment: 'sandbox', page: { limit: 1 } },
    { when: mayView },
  );
  if (!mayView) return null;
  const adds = mayEdit && list.state === 'ready' && list.data.endpoints.length === 0;
  return (
    <LinkTo
      to="/webhooks"
      params={IN_SANDBOX}
      search={{ ...(isStaff && { partner: partnerId }), ...(adds && { create: 'endpoint' }) }}
      className={className}
    >
      {adds ? 'Add endpoint' : 'Open webhooks'}
    </LinkTo>
  );
}

/** What each sandbox key of the partner has shown so far. */
export function PartnerChecklist({ partnerId }: { partnerId: string }) {
  const keys = useCall('keys/list', { partnerId, environment: 'sandbox', page: { limit: 100 } });
  const [chosen, setChosen] = useState<string>();
  const isStaff = useStaff();
  const mayCreate = useMayCreateKeys('sandbox');
  return (
    <Card
      title="Certification checklist"
      hint={
        isStaff
          ? 'Steps to complete in the sandbox before going live. Each step is marked as done when a request with the partner’s key completes it.'
          : 'Steps to complete in the sandbox before going live. Each step is marked as done when a request with your key completes it.'
      }
    >
      <Loaded from={keys} rows={6}>
        {({ keys: found }) => {
          const keyId = chosen ?? found[0]?.keyId;
          if (keyId === undefined) {
            return (
              <p className="faint">
                {isStaff ? 'The partner has' : 'You have'} no sandbox key yet.{' '}
                {mayCreate ? (
                  <LinkTo to="/settings/api-keys/new" params={IN_SANDBOX}>
                    Create one to begin.
                  </LinkTo>
                ) : (
                  'Ask an admin to create one.'
                )}
              </p>
            );
          }
          return (
            <>
              {found.length > 1 && (
                <div className="checklist-key">
                  <SelectField
                    label="Sandbox key"
                    value={keyId}
                    options={found.map(key => [key.keyId, key.name] as const)}
                    onChange={setChosen}
                  />
                </div>
              )}
              <Checklist key={keyId} keyId={keyId} partnerId={partnerId} />
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}
