import type { Output } from '../../../lib/calls/operator-client.ts';
import { formatMoney } from '../../../lib/format/format.ts';
import { nightRange } from '../month.ts';
import { boardName } from './plan-words.ts';

type Sample = Output<'inventory/set-property'>['samples'][number];

interface SampleStaysProps {
  samples: readonly Sample[];
  roomName: (code: string) => string;
  planName: (code: string) => string;
}

const REASONS: Readonly<Record<string, string>> = {
  SOLD_OUT: 'No room is free.',
  MINIMUM_STAY: 'The stay is too short.',
  MAXIMUM_STAY: 'The stay is too long.',
  CHECKIN_NOT_ALLOWED: 'The day is closed to arrival.',
  CHECKOUT_NOT_ALLOWED: 'The day is closed to departure.',
  MAXIMUM_OCCUPANCY: 'No room takes this party.',
  CHILDREN_NOT_ALLOWED: 'No room takes these children, or they have no price.',
  RELEASE_PERIOD: 'The arrival is too soon or too late.',
  STOP_SELL: 'No rate plan has a price on these nights, or sales are stopped.',
};

/** What the edited terms sell for three parties. */
export function SampleStays({ samples, roomName, planName }: SampleStaysProps) {
  return (
    <section aria-label="Sample stays">
      <h2>Three sample stays</h2>
      {samples.map(sample => (
        <div key={`${sample.checkOut} ${sample.adults}`} className="sample-stay">
          <strong>{partyText(sample)}</strong>
          {sample.reason !== null && (
            <p className="problem">Not sold: {REASONS[sample.reason] ?? sample.reason}</p>
          )}
          <ul>
            {sample.offers.slice(0, 4).map(offer => (
              <li key={`${offer.planCode} ${offer.roomCode}`}>
                <span>
                  {roomName(offer.roomCode)}, {planName(offer.planCode)}, {boardName(offer.board)}
                </span>
                <b>{formatMoney(offer.price)}</b>
                <small>
                  {Number(offer.payAtProperty.amount) > 0 &&
                    `plus ${offer.payAtProperty.amount} at the property; `}
                  {cancellation(offer)}
                </small>
              </li>
            ))}
          </ul>
          {sample.offers.length > 4 && <p className="faint">and {sample.offers.length - 4} more</p>}
        </div>
      ))}
    </section>
  );
}

function partyText({ adults, childAges, checkIn, checkOut }: Sample): string {
  const grown = adults === 1 ? '1 adult' : `${adults} adults`;
  const children = childAges.length === 0 ? '' : `, child aged ${childAges.join(' and ')}`;
  return `${grown}${children}, ${nightRange(checkIn, checkOut)}`;
}

const DAY_AND_TIME = new Intl.DateTimeFormat('en-GB', {
  ...{ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  timeZone: 'UTC',
});

/** The time is local to the property, so it is not converted. */
function localTime(text: string): string {
  const at = new Date(`${text.slice(0, 16)}Z`);
  return Number.isNaN(at.getTime()) ? text : DAY_AND_TIME.format(at);
}

function cancellation({ refundable, freeUntil }: Sample['offers'][number]): string {
  if (!refundable) return 'non-refundable';
  return freeUntil === null ? 'free cancellation' : `free until ${localTime(freeUntil)}`;
}
