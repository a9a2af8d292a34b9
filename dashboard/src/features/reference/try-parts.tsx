import { ArrowRight, Check, Info, Link2 } from 'lucide-react';
import { CodeBlock, JsonView } from '../../components/code.tsx';
import { CopyableId, CopyButton } from '../../components/copy-button.tsx';
import { Badge, Banner } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useFilters } from '../../lib/url-state.ts';
import { outcomeOf, summaryOf } from './response-summary.ts';
import { cancelledBooking, type ResultFact, resultFacts } from './result-facts.ts';
import { type CarriedId, neededBy, type Step, sourceOf, stepLabel } from './try-flow.ts';
import { firstOffers, priceChangeOf, productOf } from './try-offers.ts';
import { chooseScenario, DEFAULT_SCENARIO, isGood, type Sent } from './try-state.ts';

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
          <li
            key={operation}
            aria-current={operation === current ? 'step' : undefined}
            data-done={isDone(operation) || undefined}
          >
            <LinkTo to="/reference/$operation" params={{ operation }} search={{ view: 'try' }}>
              <span className="step-mark">
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
  /** All responses, in which the ids are described. */
  sent: readonly Sent[];
}

/** Amounts are carried on as well, but only ids need an explanation. */
const ID_LABELS: Readonly<Record<string, string>> = { offer: 'Offer', quote: 'Quote', booking: 'Booking' };

/** The ids of earlier responses that this request uses, and those that are still missing. */
export function CarriedIds({ steps, operation, ids, sent }: CarriedIdsProps) {
  const step = steps.find(each => each.operation === operation.name);
  const usesBooking = operation.examples.some(({ request }) => 'bookingId' in request);
  const names = step ? neededBy(step.body) : usesBooking ? ['booking'] : [];
  const needed = names.filter(name => ID_LABELS[name] !== undefined);
  if (needed.length === 0) return null;
  return (
    <ul className="carried" aria-label="IDs from earlier responses">
      {needed.map(name => {
        const id = ids.find(each => each.name === name);
        return id ? (
          <IdChip key={name} id={id} product={productOf(id, sent)} />
        ) : (
          <MissingChip key={name} name={name} steps={steps} />
        );
      })}
    </ul>
  );
}

interface IdChipProps {
  id: CarriedId;
  /** What was chosen with the id, so that nobody quotes one offer and expects the price of another. */
  product: string | undefined;
}

function IdChip({ id: { name, value, path, operation, requestId }, product }: IdChipProps) {
  return (
    <li className="id-chip">
      <Link2 size={14} aria-hidden />
      <span className="id-chip-words">
        <strong>{ID_LABELS[name]}</strong>
        {product && <span>{product}</span>}
      </span>
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
  const facts = resultFacts(sent);
  return (
    <details className="try-response" open={isLatest || undefined}>
      <summary>
        <strong>{stepLabel(sent.operation)}</strong>{' '}
        <Badge tone={isGood(sent) ? 'good' : 'bad'}>{outcome}</Badge>{' '}
        <span className="try-summary">{about.join(' · ')}</span>
      </summary>
      {facts.length > 0 && <ResultBox facts={facts} />}
      <FirstOffers body={sent.operation === 'availability' ? sent.response.body : undefined} />
      {status === null ? (
        <p>
          The API closed the connection without a response. Check whether the request took effect before you
          send it again.
        </p>
      ) : (
        <JsonView value={body} label="response" />
      )}
      <p className="hint try-logged">
        <CopyableId id={requestId} label="request ID" />
        <LinkTo to="/requests" search={{ requestId }}>
          Open this request
        </LinkTo>
        {!sent.hasOwnKey && (
          <span>It is not listed in the request log, because Try it used its own key.</span>
        )}
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

/** What matters of the response, above its JSON. */
function ResultBox({ facts }: { facts: readonly ResultFact[] }) {
  return (
    <dl className="try-result">
      {facts.map(({ label, value, kind, tone }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {kind === 'status' ? (
              <Badge tone={tone ?? 'plain'}>{value}</Badge>
            ) : kind === 'id' ? (
              <code>{value}</code>
            ) : (
              value
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What was found, without opening the list of all offers. */
function FirstOffers({ body }: { body: unknown }) {
  const { shown, more } = firstOffers(body);
  if (shown.length === 0) return null;
  return (
    <ul className="try-offers" aria-label="First offers">
      {shown.map(({ offerId, words, price }) => (
        <li key={offerId}>
          <span>{words}</span> <strong>{price}</strong>
        </li>
      ))}
      {more > 0 && <li className="faint">{more === 1 ? '1 more offer' : `${more} more offers`}</li>}
    </ul>
  );
}

/** A price that differs from that of the search must not pass unnoticed. */
export function PriceNotice({ sent }: { sent: Sent | undefined }) {
  const change = priceChangeOf(sent?.response.body);
  if (change === undefined) return null;
  return (
    <Banner tone="warn" title="The price has changed since the search">
      The search showed {change.from}, and the quote costs {change.to}. Booking confirms the new price.
    </Banner>
  );
}

/** The end of the four steps, and what a developer does next. */
export function AllDone({ sent, seesChecklist }: { sent: Sent; seesChecklist: boolean }) {
  const booking = cancelledBooking(sent.response.body);
  if (booking === undefined) return null;
  return (
    <Banner tone="good" title="The booking was cancelled">
      <p>The penalty was {booking.penalty}.</p>
      {seesChecklist && (
        <LinkTo to="/sandbox" search={{ tab: 'certification' }} className="button main">
          Continue certification <ArrowRight size={16} aria-hidden />
        </LinkTo>
      )}
    </Banner>
  );
}

/** Otherwise a partner might believe that its program is certified. */
export function CertificationNote() {
  return (
    <p className="hint">
      <span>Try it does not count towards certification.</span>{' '}
      <LinkTo to="/sandbox" search={{ tab: 'certification' }}>
        Open the checklist
      </LinkTo>
    </p>
  );
}

/** Otherwise a user would take what the scenario simulates for the normal behaviour. */
export function ScenarioNote({ scenario }: { scenario: string }) {
  const [, setFilters] = useFilters(['scenario']);
  const leave = () => {
    setFilters({ scenario: undefined });
    chooseScenario(DEFAULT_SCENARIO);
  };
  return (
    <p className="try-note">
      <Info size={16} aria-hidden />
      <span>
        These requests show the scenario <code>{scenario}</code>.{' '}
        <button type="button" className="link" onClick={leave}>
          Back to normal requests
        </button>
      </span>
    </p>
  );
}
