import { isOpenState } from '@serai/contract/booking/booking-states.ts';
import {
  Check,
  ChevronRight,
  CircleCheck,
  CircleSlash,
  CircleX,
  type LucideIcon,
  Mail,
  Phone,
  TriangleAlert,
  UserX,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Contact, SupportContact } from '../../components/contact.tsx';
import { mailtoUrl, telUrl } from '../../components/contact-urls.ts';
import { CopyableId } from '../../components/copy-button.tsx';
import { Banner } from '../../components/feedback.tsx';
import { HealthStatus } from '../../components/health.tsx';
import { fewFailures } from '../../components/provider-words.ts';
import { useRecentCalls } from '../../components/recent-calls.ts';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Input, Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatDateTime } from '../../lib/format/format.ts';
import { type Health, providerHealth } from '../../lib/health.ts';
import {
  attentionReason,
  type Choice,
  type Decision,
  deadlineOf,
  emailFor,
  nextStep,
  type QueuedBooking,
  type QueueEntry,
  questionFor,
  referenceAtProvider,
} from './attention.ts';
import { ProviderLink, providerEnvironment, useProviderOf } from './booking-facts.tsx';
import { CheckButton, type CheckNow, CheckOutcome } from './check-now.tsx';
import { Deadline, DueTime } from './deadline.tsx';
import { MessagePreview } from './message-preview.tsx';
import { PartnerContact } from './partner-notice.tsx';
import { TakeControl } from './taken-case.tsx';

type Shown = Output<'bookings/show'>;

interface DecisionPanelProps {
  shown: Shown;
  kind: QueuedBooking['kind'];
  queued: QueueEntry;
  check: CheckNow;
  choices: readonly Choice[];
  onDecide: (decision: Decision) => void;
}

const TITLES: Readonly<Record<QueuedBooking['kind'], string>> = {
  DECISION: 'Needs your decision',
  OUTCOME_UNKNOWN: 'The outcome is unknown',
  HOTEL_SILENT: 'The hotel has not responded',
};

/** For users who can only wait for the decision: partner users, and staff who may not resolve bookings. */
export function SettlingNotice({ booking: { status } }: { booking: Shown['booking'] }) {
  return isOpenState(status) ? (
    <Banner tone="warn" title="The outcome at the provider is not known yet.">
      The operator is resolving it.
    </Banner>
  ) : (
    <Banner tone="warn" title="The operator is checking this booking with the provider." />
  );
}

/** The question, its deadline, the provider and the references to quote, and the possible outcomes as buttons. */
export function DecisionPanel({ shown, kind, queued, check, choices, onDecide }: DecisionPanelProps) {
  const { booking } = shown;
  return (
    <section className="panel decision-panel" aria-labelledby="attention">
      <div className="decision-head">
        <h2 id="attention">
          <TriangleAlert size={18} aria-hidden /> {TITLES[kind]}
        </h2>
        <p>
          {attentionReason(shown)} {queued.entry && nextStep(queued.entry)}
        </p>
        <TakeControl bookingId={booking.bookingId} holder={booking.holder} taken={shown.taken ?? null} />
      </div>
      <div className="decision-facts">
        <dl>
          <DeadlineFact booking={booking} queued={queued} />
        </dl>
        <CallProvider shown={shown} />
        <dl>
          <AskProvider shown={shown} />
        </dl>
        <dl>
          <Fact name="References to quote">
            <span className="reference-line">
              <small>Ours</small>{' '}
              <CopyableId id={referenceAtProvider(booking.bookingId)} label="our reference" />
            </span>
            <span className="reference-line">
              <small>Theirs</small>{' '}
              {booking.providerReference ? (
                <CopyableId id={booking.providerReference} label="provider reference" />
              ) : (
                <span className="faint">Not received</span>
              )}
            </span>
            <MessagePreview text={questionFor(booking)} label="Copy message to provider" />
          </Fact>
        </dl>
        <dl>
          <HotelContact booking={booking} />
          {shown.origin && (
            <Fact name="Contact at the partner">
              <PartnerContact partnerId={shown.origin.partnerId} />
            </Fact>
          )}
        </dl>
        {check && (
          <dl>
            <NextCheck booking={booking} check={check} />
          </dl>
        )}
      </div>
      <Outcomes choices={choices} onDecide={onDecide} />
    </section>
  );
}

interface FactProps {
  name: string;
  /** `line`: over the whole width, below the others. */
  place?: 'when' | 'provider' | 'line';
  children: ReactNode;
}

function Fact({ name, place, children }: FactProps) {
  return (
    <div className={place && `fact-${place}`}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** When the decision is due, and what happens later if nobody decides. */
function DeadlineFact({ booking, queued }: { booking: Shown['booking']; queued: QueueEntry }) {
  const deadline = deadlineOf(booking, queued, Date.now());
  return (
    <>
      {queued.entry && (
        <Fact name="Decide by" place="when">
          <DueTime at={queued.entry.dueAt} />
          <small className="faint">{formatDateTime(queued.entry.dueAt)} your time</small>
        </Fact>
      )}
      {deadline && (
        <Fact name={deadline.meaning} place="when">
          <Deadline at={deadline.at} zone={booking.cancellation.propertyTimeZone} />
        </Fact>
      )}
    </>
  );
}

/** On phones, a wide button. It replaces the number of `AskProvider` there. */
function CallProvider({ shown: { booking, origin } }: { shown: Shown }) {
  const { phone, email } = useProviderOf(booking, origin)?.supportContact ?? {};
  return (
    <div className="decision-call">
      {phone ? (
        <a href={telUrl(phone)} className="button main">
          <Phone size={16} aria-hidden /> Call {phone}
        </a>
      ) : (
        email && (
          <a href={mailtoUrl(email, emailFor(booking))} className="button main">
            <Mail size={16} aria-hidden /> Email the provider
          </a>
        )
      )}
    </div>
  );
}

/** Whether it works now, its support contact, and a message to send. */
function AskProvider({ shown: { booking, origin } }: { shown: Shown }) {
  const provider = useProviderOf(booking, origin);
  const calls = useRecentCalls(providerEnvironment(booking), provider !== undefined);
  const recent = calls.recent(provider?.providerId ?? '');
  return (
    <Fact name="Ask the provider" place="provider">
      <span>
        {origin ? <ProviderLink booking={booking} origin={origin} /> : 'The provider of the booking'}{' '}
        {provider && <ProviderHealth health={fewFailures(providerHealth(provider, recent), recent)} />}
      </span>
      {provider && <SupportContact contact={provider.supportContact} draft={emailFor(booking)} />}
    </Fact>
  );
}

/** A few failed calls are a fact in words, because the provider is not rated by them. */
function ProviderHealth({ health }: { health: Health }) {
  const { level, warns, label } = health;
  if (level !== 'UNKNOWN' || !warns) return <HealthStatus health={health} />;
  return <small className="faint few-calls">{label} in the last hour, too few to rate the provider.</small>;
}

/** When Serai asks the provider again, and a button that does not wait for it. */
function NextCheck({
  booking: { resolution },
  check,
}: {
  booking: Shown['booking'];
  check: NonNullable<CheckNow>;
}) {
  const next = resolution?.nextCheckAt;
  return (
    <Fact name="Next automatic check" place="line">
      <span>{next ? <Timestamp at={next} isDue /> : 'None scheduled'}</span>
      <CheckButton check={check} />
      <CheckOutcome check={check} />
    </Fact>
  );
}

/** Nothing if no phone number and no address of the hotel are known. */
function HotelContact({ booking: { hotel, environment } }: { booking: Shown['booking'] }) {
  const read = useCall('hotels/show', { environment, hotelId: hotel.hotelId } as Input<'hotels/show'>);
  const contact = read.state === 'ready' ? read.data.hotel.contact : undefined;
  if (!contact?.phone && !contact?.email) return null;
  return (
    <Fact name="Or ask the hotel">
      <Contact whose="hotel" phone={contact.phone} email={contact.email} />
    </Fact>
  );
}

const ICONS: Readonly<Record<Decision, LucideIcon>> = {
  CONFIRMED: CircleCheck,
  REJECTED: CircleX,
  CANCELLED: CircleSlash,
  NO_SHOW: UserX,
  DISMISSED: Check,
};

function Outcomes({ choices, onDecide }: Pick<DecisionPanelProps, 'choices' | 'onDecide'>) {
  return (
    <fieldset className="outcomes">
      <legend>
        What is the status at the provider?{' '}
        <small>Choose the status, then add your evidence. Nothing is sent to the provider.</small>
      </legend>
      {choices.map(({ decision, label, effect, money }) => {
        const Icon = ICONS[decision];
        return (
          <button key={decision} type="button" data-decision={decision} onClick={() => onDecide(decision)}>
            <Icon size={18} aria-hidden />
            <span className="outcome-words">
              <strong>{label}</strong>
              <small>{effect}</small>
              {money && <small className="outcome-money">{money}</small>}
            </span>
            <ChevronRight size={18} aria-hidden className="outcome-go" />
          </button>
        );
      })}
    </fieldset>
  );
}
