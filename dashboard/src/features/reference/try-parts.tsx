import { Check, Info, Link2 } from 'lucide-react';
import { CodeBlock, JsonView } from '../../components/code.tsx';
import { CopyableId, CopyButton } from '../../components/copy-button.tsx';
import { Badge } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { outcomeOf, summaryOf } from './response-summary.ts';
import { type CarriedId, neededBy, type Step, sourceOf, stepLabel } from './try-flow.ts';
import { isGood, type Sent } from './try-state.ts';

interface StepsProps {
  steps: readonly Step[];
  /** Name of the operation on the page. */
  current: string;
  sent: readonly Sent[];
}

/** From the search to the cancellation. Each step opens the page of its operation. */
export function Steps({ steps, current, sent }: StepsProps) {
  if (!steps.some(({ operation }) => operation === current)) return null;
  const isDone = (operation: string) => sent.some(each => each.operation === operation && isGood(each));
  return (
    <nav aria-label="Booking steps">
      <ol className="try-steps">
        {steps.map(({ operation }, index) => (
          <li key={operation} aria-current={operation === current ? 'step' : undefined}>
            <LinkTo to="/reference/$operation" params={{ operation }} search={{ view: 'try' }}>
              <span className="step-mark" data-done={isDone(operation) || undefined}>
                {isDone(operation) ? <Check size={13} aria-hidden /> : index + 1}
              </span>
              {stepLabel(operation)}
              {isDone(operation) && <span className="unseen"> (done)</span>}
            </LinkTo>
          </li>
        ))}
      </ol>
    </nav>
  );
}

interface CarriedIdsProps {
  steps: readonly Step[];
  operation: Output<'reference/show'>['operation'];
  ids: readonly CarriedId[];
}

/** Amounts are carried on as well, but only ids need an explanation. */
const ID_LABELS: Readonly<Record<string, string>> = { offer: 'Offer', quote: 'Quote', booking: 'Booking' };

/** The ids of earlier responses that this request uses, and those that are still missing. */
export function CarriedIds({ steps, operation, ids }: CarriedIdsProps) {
  const step = steps.find(each => each.operation === operation.name);
  const usesBooking = operation.examples.some(({ request }) => 'bookingId' in request);
  const names = step ? neededBy(step.body) : usesBooking ? ['booking'] : [];
  const needed = names.filter(name => ID_LABELS[name] !== undefined);
  if (needed.length === 0) return null;
  return (
    <ul className="carried" aria-label="IDs from earlier responses">
      {needed.map(name => {
        const id = ids.find(each => each.name === name);
        return id ? <IdChip key={name} id={id} /> : <MissingChip key={name} name={name} steps={steps} />;
      })}
    </ul>
  );
}

function IdChip({ id: { name, value, path, operation, requestId } }: { id: CarriedId }) {
  return (
    <li className="id-chip">
      <Link2 size={14} aria-hidden />
      <strong>{ID_LABELS[name]}</strong>
      <code title={value}>{value}</code>
      <span className="faint" title={path}>
        from{' '}
        <LinkTo to="/requests" search={{ requestId }}>
          {stepLabel(operation)}
        </LinkTo>
      </span>
      <CopyButton text={value} label={`Copy ${name}`} iconOnly />
    </li>
  );
}

function MissingChip({ name, steps }: { name: string; steps: readonly Step[] }) {
  const source = sourceOf(steps, name);
  return (
    <li className="id-chip" data-missing>
      <strong>{ID_LABELS[name]}</strong>
      <span>missing</span>
      {source && (
        <LinkTo to="/reference/$operation" params={{ operation: source }} search={{ view: 'try' }}>
          Run {stepLabel(source)} first
        </LinkTo>
      )}
    </li>
  );
}

/** What the request returned, for screen readers. Others see it above the response. */
export function Outcome({ sent }: { sent: Sent | undefined }) {
  return (
    <p role="status" className="unseen">
      {sent && outcomeOf(sent).join(' · ')}
    </p>
  );
}

export function TryResponse({ sent, isLatest }: { sent: Sent; isLatest: boolean }) {
  const { requestId, status, headers, body } = sent.response;
  const [outcome, ...about] = summaryOf(sent);
  return (
    <details className="try-response" open={isLatest || undefined}>
      <summary>
        <code>{sent.operation}</code> <Badge tone={isGood(sent) ? 'good' : 'bad'}>{outcome}</Badge>{' '}
        <span className="try-summary">{about.join(' · ')}</span>
      </summary>
      {status === null ? (
        <p>
          The API closed the connection without a response. Check whether the request took effect before you
          send it again.
        </p>
      ) : (
        <JsonView value={body} label="response" />
      )}
      <p className="hint">
        {!sent.hasOwnKey &&
          'The request log shows requests sent with Try it only if you search for their ID. '}
        <LinkTo to="/requests" search={{ requestId }}>
          View this request
        </LinkTo>{' '}
        <CopyableId id={requestId} label="request ID" />
      </p>
      <details>
        <summary>Response headers</summary>
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

/** Otherwise a partner might believe that its program is certified. */
export function CertificationNote() {
  return (
    <p className="try-note">
      <Info size={16} aria-hidden />
      <span>
        <strong>Try it does not count for certification.</strong> Only requests from your own application do.{' '}
        <LinkTo to="/sandbox" search={{ tab: 'certification' }}>
          Open the checklist
        </LinkTo>
      </span>
    </p>
  );
}
