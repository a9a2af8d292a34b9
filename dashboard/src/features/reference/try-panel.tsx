import { ArrowRight, Play } from 'lucide-react';
import { useState } from 'react';
import { Card } from '../../components/card.tsx';
import { CodeBlock, JsonView } from '../../components/code.tsx';
import { Badge, Notice, Skeleton } from '../../components/feedback.tsx';
import { Field, Form } from '../../components/form.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { PartnerChoice, useChosenPartner, usePartners } from '../../components/partners/partners.tsx';
import { fieldError, isShownByFields, type Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatMs } from '../../lib/format/format.ts';
import { useMay } from '../../lib/session-context.ts';
import { type Carried, carriedFrom, filledBody, nextStep, type Step, stepsOf } from './try-flow.ts';

interface TryPanelProps {
  operation: Output<'reference/show'>['operation'];
}

/** Sends requests to the sandbox. The server makes the calls as a client would, with a temporary key. */
export function TryPanel({ operation }: TryPanelProps) {
  const mayTry = useMay('reference:try');
  const scenarios = useCall('sandbox/scenarios', {}, { when: mayTry });
  if (!mayTry) return <p className="faint">A developer, admin or owner can try operations here.</p>;
  if (scenarios.state === 'waiting') return <Skeleton rows={6} />;
  const steps = scenarios.state === 'ready' ? stepsOf(scenarios.data.scenarios) : [];
  return <TryCard operation={operation} steps={steps} />;
}

const AUTOMATIC_HINT =
  'Runs in the sandbox with a temporary key. No room is reserved, and nothing counts as usage.';
const OWN_HINT = 'Runs in the sandbox with your key. No room is reserved. The requests count as usage.';

interface Sent {
  operation: string;
  response: Output<'sandbox/try'>;
}

function TryCard({ operation, steps }: TryPanelProps & { steps: readonly Step[] }) {
  const partners = usePartners();
  const [partner, setPartner] = useState(readPartner);
  const [isMissing, setMissing] = useState(false);
  const partnerId = useChosenPartner(partner);
  const [key, setKey] = useState(readKey);
  const [name, setName] = useState(operation.name);
  const [body, setBody] = useState(() => firstBody(operation, steps));
  const [sent, setSent] = useState<readonly Sent[]>([]);
  const changes = { changes: ['requests', 'usage', 'bookings'] };
  const own = useAction('reference/try', changes);
  const automatic = useAction('sandbox/try', changes);
  const attempt = key === '' ? automatic : own;
  const next = nextStep(steps, name, readCarried());
  const last = sent.at(-1);
  const isGood = last?.operation === name && last.response.status !== null && last.response.status < 300;

  const choosePartner = (chosen: string | undefined) => {
    setPartner(chosen);
    storePartner(chosen);
    setMissing(false);
    setName(operation.name);
    setBody(firstBody(operation, steps));
  };

  const send = async (which: string, text: string) => {
    if (key === '' && partners.size > 1 && partnerId === undefined) {
      setMissing(true);
      return;
    }
    setName(which);
    setBody(text);
    const response =
      key === ''
        ? await automatic.run({ ...(partnerId && { partnerId }), operation: which, body: text })
        : await own.run({ operation: which, key, body: text });
    if (response === undefined) return;
    const step = steps.find(each => each.operation === which);
    if (step) storeCarried(carriedFrom(step, response.body));
    setSent(before => [...before, { operation: which, response }]);
  };

  return (
    <Card
      title={name === operation.name ? 'Try it' : `Try it: ${name}`}
      hint={key === '' ? AUTOMATIC_HINT : OWN_HINT}
    >
      <Form className="try" onSubmit={() => send(name, body)}>
        {partners.size > 1 && key === '' && (
          <PartnerChoice
            value={partnerId}
            problem={isMissing ? 'Choose the partner whose sandbox to use.' : undefined}
            onChange={choosePartner}
          />
        )}
        <Field label="Request" problem={fieldError(attempt.failure, 'body')}>
          {control => (
            <textarea
              {...control}
              value={body}
              rows={Math.min(20, body.split('\n').length + 1)}
              spellCheck={false}
              onChange={event => setBody(event.target.value)}
            />
          )}
        </Field>
        {attempt.failure && !isShownByFields(attempt.failure, ['key', 'body']) && (
          <Notice failure={attempt.failure} />
        )}
        <div className="row">
          <button type="submit" className={isGood && next ? '' : 'main'} disabled={attempt.busy}>
            <Play size={16} aria-hidden /> {attempt.busy ? 'Sending…' : 'Send'}
          </button>
          {isGood && next && (
            <button
              type="button"
              className="main"
              disabled={attempt.busy}
              onClick={() =>
                void send(next.step.operation, filledBody(next.step.body, readCarried(), Date.now()))
              }
            >
              {next.label} <ArrowRight size={16} aria-hidden />
            </button>
          )}
        </div>
        <OwnKey value={key} problem={fieldError(attempt.failure, 'key')} onChange={setKey} />
      </Form>
      <p role="status" className="unseen">
        {last && `${last.operation}: ${last.response.status ?? 'no response'}`}
      </p>
      <div className="try">
        {sent.toReversed().map((each, index) => (
          <TryResponse key={each.response.requestId} sent={each} isLatest={index === 0} />
        ))}
      </div>
    </Card>
  );
}

interface OwnKeyProps {
  value: string;
  problem: string | undefined;
  onChange: (key: string) => void;
}

function OwnKey({ value, problem, onChange }: OwnKeyProps) {
  return (
    <details open={value !== '' || undefined}>
      <summary>Use a sandbox key of your own</summary>
      <Field
        label="Sandbox key"
        hint="Stored in memory until you close this page. Requests with your own key count as usage, but not in the certification checklist."
        problem={problem}
      >
        {control => (
          <input
            {...control}
            type="password"
            value={value}
            autoComplete="off"
            spellCheck={false}
            placeholder="serai_sandbox_…"
            onChange={event => {
              const typed = event.target.value.trim();
              onChange(typed);
              storeKey(typed);
            }}
          />
        )}
      </Field>
    </details>
  );
}

/** Operations that need ids of earlier responses start with the ids of the latest ones. */
function firstBody({ name, examples }: TryPanelProps['operation'], steps: readonly Step[]): string {
  const step = steps.find(each => each.operation === name);
  if (step) return filledBody(step.body, readCarried(), Date.now());
  const example = { ...examples[0]?.request };
  const { booking } = readCarried();
  if (booking !== undefined && 'bookingId' in example) example.bookingId = booking;
  return JSON.stringify(example, null, 2);
}

function TryResponse({ sent, isLatest }: { sent: Sent; isLatest: boolean }) {
  const { requestId, status, headers, body, durationMs } = sent.response;
  const isGood = status !== null && status < 300;
  return (
    <details className="try-response" open={isLatest || undefined}>
      <summary>
        <code>{sent.operation}</code> <Badge tone={isGood ? 'good' : 'bad'}>{status ?? 'No response'}</Badge>{' '}
        <span className="faint">{formatMs(durationMs)}</span>
      </summary>
      <p>
        <LinkTo to="/requests" search={{ requestId }}>
          {requestId}
        </LinkTo>
      </p>
      {status === null ? (
        <p>
          The API closed the connection without a response. It is unknown whether the request took effect.
        </p>
      ) : (
        <JsonView value={body} label="response" />
      )}
      <details>
        <summary>Headers</summary>
        <CodeBlock
          code={Object.entries(headers)
            .map(([header, value]) => `${header}: ${value}`)
            .join('\n')}
          label="response headers"
        />
      </details>
    </details>
  );
}

/** Stored in memory only, so the key, the ids and the partner are lost when the page is closed. */
let storedKey = '';
let storedValues: Carried = {};
let storedPartner: string | undefined;

function readPartner(): string | undefined {
  return storedPartner;
}

/** The ids of one partner are unknown to another. */
function storePartner(partnerId: string | undefined): void {
  if (partnerId !== storedPartner) storedValues = {};
  storedPartner = partnerId;
}

function readKey(): string {
  return storedKey;
}

function storeKey(key: string): void {
  storedKey = key;
}

function readCarried(): Carried {
  return storedValues;
}

function storeCarried(values: Carried): void {
  storedValues = { ...storedValues, ...values };
}
