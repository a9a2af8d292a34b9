import {
  ArrowRightLeft,
  CircleDot,
  CircleX,
  Coins,
  type LucideIcon,
  MessageSquare,
  Plug,
  Webhook,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { BodyView, JsonView } from '../../components/code.tsx';
import { DeliveryAttempts, describeStatus } from '../../components/deliveries.tsx';
import { type Exchange, OUTCOMES } from '../../components/exchanges/exchange-outcomes.ts';
import { Badge, type Tone } from '../../components/feedback.tsx';
import { LinkTo, PermittedLink } from '../../components/link-to.tsx';
import { ActorName } from '../../components/people/use-actor-name.ts';
import { formatDateTime, formatMs, formatSignedMoney } from '../../lib/format/format.ts';
import { describeHttpStatus } from '../../lib/format/http-status.ts';
import { describeCause } from './attention.ts';
import { StatusBadge } from './booking-status.tsx';
import { type Folded, formatTime, timeRange } from './fold-repeats.ts';
import { effectOf } from './settlement.ts';
import {
  describeDelivery,
  isFailed,
  isFailedCheck,
  KIND_LABELS,
  type Kind,
  type Moment,
} from './timeline-of.ts';
import {
  callFailure,
  callSentence,
  changeSentence,
  deliverySentence,
  ERASURE,
  ledgerSentence,
  requestSentence,
  settledNote,
} from './timeline-words.ts';

const ICONS: Readonly<Record<Kind, LucideIcon>> = {
  request: ArrowRightLeft,
  exchange: Plug,
  change: CircleDot,
  ledger: Coins,
  delivery: Webhook,
  note: MessageSquare,
};

/** What all entries of a timeline share. */
interface Context {
  /** Addresses of webhook endpoints by id. */
  urls: ReadonlyMap<string, string>;
  /** The changes of a booking whose outcome is settled. Undefined for others. */
  settledBy: readonly Of<'change'>['entry'][] | undefined;
  onOpen: (exchange: Exchange) => void;
}

interface TimelineEntryProps extends Context {
  moment: Folded;
  /** Whether the cause of the change is shown elsewhere on the page. */
  hidesCause: boolean;
}

/** One line of the grid: time, kind, what happened with its duration, and the result. Details follow below. */
export function TimelineEntry({ moment, hidesCause, ...context }: TimelineEntryProps) {
  const { what, result, durationMs, more } =
    moment.kind === 'change'
      ? changeParts(moment.entry, moment.isErasure, hidesCause)
      : moment.repeats === undefined
        ? partsOf(moment, context)
        : repeatParts(moment, moment.repeats, context);
  const Icon = ICONS[moment.kind];
  return (
    <li data-kind={moment.kind} data-failed={isFailed(moment, context.settledBy !== undefined) || undefined}>
      <Time at={moment.at} />
      <span className="kind">
        <Icon size={15} aria-hidden /> {KIND_LABELS[moment.kind]}
      </span>
      <div className="what">
        {what}
        {durationMs !== undefined && (
          <>
            {'\u00a0'}
            <span className="took">{formatMs(durationMs)}</span>
          </>
        )}
      </div>
      <div className="result">{result}</div>
      {more && <div className="entry-more">{more}</div>}
    </li>
  );
}

function Time({ at }: { at: string }) {
  return (
    <time className="times" dateTime={at} title={`${formatDateTime(at)} (${at})`}>
      {formatTime(at)}
    </time>
  );
}

interface Parts {
  what: ReactNode;
  result?: ReactNode;
  durationMs?: number | undefined;
  more?: ReactNode;
}

function partsOf(moment: Moment, context: Context): Parts {
  switch (moment.kind) {
    case 'change':
      return changeParts(moment.entry, moment.isErasure, false);
    case 'request':
      return requestParts(moment.request);
    case 'exchange':
      return exchangeParts(moment.exchange, context);
    case 'delivery':
      return deliveryParts(moment.delivery, context.urls.get(moment.delivery.endpointId));
    case 'ledger':
      return {
        what: ledgerSentence(moment.ledger.kind),
        result: formatSignedMoney(effectOf(moment.ledger)),
      };
    case 'note':
      return {
        what: (
          <>
            {moment.note.isContact ? 'Partner contacted by' : 'Note by'} <ActorName actor={moment.note.by} />
          </>
        ),
        more: <p className="note">{moment.note.text ?? 'Erased together with the guests’ personal data.'}</p>,
      };
  }
}

type Of<K extends Kind> = Extract<Moment, { kind: K }>;

/** The word carries the meaning. A failure also has an icon. */
function Result({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <Badge tone={tone}>
      {tone === 'bad' && <CircleX size={14} aria-hidden />} {children}
    </Badge>
  );
}

/** Several checks with the same result, in one line. */
function repeatParts(moment: Moment, repeats: readonly Moment[], context: Context): Parts {
  const last = repeats.at(-1) ?? moment;
  const { result, more } = partsOf(last, context);
  const verb = moment.kind === 'exchange' ? 'Checked at the provider' : 'Read by the partner';
  const range = timeRange(repeats);
  return {
    what: `${verb} ${repeats.length} times${range ? `, ${range}` : ''}`,
    result,
    more: (
      <>
        {more}
        <details>
          <summary>Show all {repeats.length}</summary>
          <ol className="repeats">
            {repeats.map(each => (
              <li key={each.id}>
                <time dateTime={each.at}>{formatTime(each.at)}</time>
                <span>{partsOf(each, context).what}</span>
              </li>
            ))}
          </ol>
        </details>
      </>
    ),
  };
}

function changeParts(change: Of<'change'>['entry'], isErasure: boolean, hidesCause: boolean): Parts {
  const { version, event, by, to, evidence, note } = change;
  const { cause, summary, ...found } = note ?? {};
  const details = [
    evidence && (
      <blockquote key="evidence">
        <span className="unseen">Evidence: </span>
        {evidence}
      </blockquote>
    ),
    !hidesCause && typeof cause === 'string' && <p key="cause">{describeCause(cause)}</p>,
    !hidesCause && typeof summary === 'string' && <p key="summary">{summary}</p>,
    Object.keys(found).length > 0 && <JsonView key="found" value={found} label="details" folded />,
  ].filter(Boolean);
  return {
    what: (
      <>
        <span title={`${event}, version ${version}`}>{isErasure ? ERASURE : changeSentence(change)}</span>
        {by !== undefined && by !== null && (
          <span className="faint">
            {' '}
            ·{'\u00a0'}by <ActorName actor={by} />
          </span>
        )}
      </>
    ),
    result: <StatusBadge status={to} />,
    more: details.length > 0 && details,
  };
}

function requestParts(request: Of<'request'>['request']): Parts {
  const { status, code, totalMs, rowId } = request;
  const hasFailed = status >= 400 || status === 0;
  return {
    what: (
      <>
        <LinkTo to="/requests/$rowId" params={{ rowId }}>
          {requestSentence(request)}
        </LinkTo>
        {code !== null && (
          <>
            {' '}
            <code>{code}</code>
          </>
        )}
      </>
    ),
    result: (
      <Result tone={status === 499 ? 'warn' : hasFailed ? 'bad' : 'good'}>
        {describeHttpStatus(status)}
      </Result>
    ),
    durationMs: totalMs,
  };
}

/** Outcomes of calls that are statuses of a booking too. Both look the same. */
const STATUS_OF: Readonly<Partial<Record<Exchange['outcome'], Parameters<typeof StatusBadge>[0]['status']>>> =
  {
    CONFIRMED: 'CONFIRMED',
    ON_REQUEST: 'ON_REQUEST',
    REFUSED: 'REJECTED',
    CANCELLED: 'CANCELLED',
  };

function CallResult({ outcome, isQuiet }: { outcome: Exchange['outcome']; isQuiet: boolean }) {
  const status = STATUS_OF[outcome];
  if (status !== undefined) return <StatusBadge status={status} />;
  const { label, tone } = OUTCOMES[outcome];
  return (
    <Badge tone={isQuiet ? 'plain' : tone}>
      {tone === 'bad' && <CircleX size={14} aria-hidden />} {label}
    </Badge>
  );
}

function exchangeParts(exchange: Exchange, { settledBy, onOpen }: Context): Parts {
  const { operation, provider, outcome, durationMs, startedAt } = exchange;
  const reason = callFailure(exchange);
  const isQuiet = settledBy !== undefined && isFailedCheck(exchange);
  return {
    what: (
      <>
        <button type="button" className="quiet call" onClick={() => onOpen(exchange)}>
          {callSentence(operation)}
        </button>{' '}
        <code className="faint nowrap">{provider}</code>
      </>
    ),
    result: <CallResult outcome={outcome} isQuiet={isQuiet} />,
    durationMs,
    more: (reason || isQuiet) && (
      <p className="faint">
        {reason} {isQuiet && settledNote(startedAt, settledBy)}
      </p>
    ),
  };
}

/** A delivery whose only attempt succeeded is described by its sentence, so only the response is left to show. */
function Attempts({ delivery }: { delivery: Of<'delivery'>['delivery'] }) {
  const { attempts, status } = delivery;
  const [only, ...others] = attempts;
  if (only === undefined) return null;
  if (others.length === 0 && status === 'DELIVERED') {
    return (
      only.answer && (
        <details>
          <summary>Show response</summary>
          <BodyView text={only.answer} label="response" />
        </details>
      )
    );
  }
  return (
    <details>
      <summary>{attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`}</summary>
      <DeliveryAttempts delivery={delivery} />
    </details>
  );
}

const DELIVERY_TONES = { PENDING: 'info', DELIVERED: 'good', FAILED: 'bad', HELD: 'warn' } as const;

function deliveryParts(delivery: Of<'delivery'>['delivery'], url: string | undefined): Parts {
  const { eventId, eventType, endpointId, status } = delivery;
  const { before, after } = describeDelivery(delivery);
  return {
    what: (
      <PermittedLink permission="webhooks:view" to="/events/$eventId" params={{ eventId }}>
        {deliverySentence(eventType)}
      </PermittedLink>
    ),
    result: <Result tone={DELIVERY_TONES[status]}>{describeStatus(delivery)}</Result>,
    more: (
      <>
        <p>
          {before}
          <PermittedLink permission="webhooks:view" to="/webhooks/$endpointId" params={{ endpointId }}>
            {url ?? endpointId}
          </PermittedLink>
          {after}
        </p>
        <Attempts delivery={delivery} />
      </>
    ),
  };
}
