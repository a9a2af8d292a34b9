import { useState } from 'react';
import type { Output } from '../../../lib/calls/operator-client.ts';
import { formatMoney } from '../../../lib/format/format.ts';
import { nightRange } from '../month.ts';
import { boardName, notSoldText } from './plan-words.ts';

type Sample = Output<'inventory/set-property'>['samples'][number];

interface SampleStaysProps {
  samples: readonly Sample[];
  roomName: (code: string) => string;
  planName: (code: string) => string;
}

/** What three guests would pay with the edited terms, and until when cancelling is free. */
export function SampleStays({ samples, roomName, planName }: SampleStaysProps) {
  return (
    <section aria-label="Sample stays">
      <h2>Three sample stays</h2>
      <p className="hint">Prices before pricing rules, and how long guests can cancel for free.</p>
      {samples.map(sample => {
        const common = commonTerms(sample.offers);
        return (
          <div key={`${sample.checkOut} ${sample.adults}`} className="sample-stay">
            <strong>{partyText(sample)}</strong>
            {sample.reason !== null && (
              <p className="problem">Not sold: {notSoldText(sample.reason, sample)}</p>
            )}
            {common !== undefined && <p className="faint">{common}</p>}
            <Offers offers={sample.offers} hasTerms={common === undefined} {...{ roomName, planName }} />
          </div>
        );
      })}
    </section>
  );
}

const MAX_OFFERS = 4;

type Offer = Sample['offers'][number];

interface OffersProps extends Pick<SampleStaysProps, 'roomName' | 'planName'> {
  offers: readonly Offer[];
  /** Whether each offer names its terms. */
  hasTerms: boolean;
}

function Offers({ offers, hasTerms, roomName, planName }: OffersProps) {
  const [showsAll, setShowsAll] = useState(false);
  const more = offers.length - MAX_OFFERS;
  return (
    <>
      <ul>
        {offers.slice(0, showsAll ? undefined : MAX_OFFERS).map(offer => (
          <li key={`${offer.planCode} ${offer.roomCode}`}>
            <span>
              {roomName(offer.roomCode)}, {planName(offer.planCode)}, {boardName(offer.board)}
            </span>
            <b>{formatMoney(offer.price)}</b>
            {hasTerms && <small>{termsOf(offer)}</small>}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <button type="button" className="quiet small" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show fewer' : `Show ${more} more`}
        </button>
      )}
    </>
  );
}

/** What is due at the property, and until when cancelling is free. */
function termsOf(offer: Offer): string {
  const due =
    Number(offer.payAtProperty.amount) > 0 ? [`${formatMoney(offer.payAtProperty)} at the property`] : [];
  return [cancellation(offer), ...due].join(', plus ');
}

/** The terms, if all offers have the same ones. They are then written only once. */
function commonTerms(offers: readonly Offer[]): string | undefined {
  const [first, ...others] = new Set(offers.map(termsOf));
  return others.length === 0 ? first : undefined;
}

function partyText({ adults, childAges, checkIn, checkOut }: Sample): string {
  const grown = adults === 1 ? '1 adult' : `${adults} adults`;
  const noun = childAges.length === 1 ? 'child' : 'children';
  const children = childAges.length === 0 ? '' : `, ${noun} aged ${childAges.join(' and ')}`;
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

function cancellation({ refundable, freeUntil }: Offer): string {
  if (!refundable) return 'Non-refundable';
  return freeUntil === null ? 'Free cancellation' : `Free cancellation until ${localTime(freeUntil)}`;
}
