import { useMemo } from 'react';
import { SelectField } from '../../components/select-field.tsx';
import { type CarriedId, laterThan, type Step } from './try-flow.ts';
import { offersOf, withOffer } from './try-offers.ts';
import { changeIds, type Sent } from './try-state.ts';

interface OfferChoiceProps {
  steps: readonly Step[];
  /** The latest search. */
  search: Sent | undefined;
  ids: readonly CarriedId[];
  /** While a request is sent, because its response belongs to the present offer. */
  disabled: boolean;
}

/** Chooses the offer that is carried on to the quote. The first one is chosen until the user takes another. */
export function OfferChoice({ steps, search, ids, disabled }: OfferChoiceProps) {
  const offers = useMemo(() => offersOf(search?.response.body), [search]);
  if (search === undefined || offers.length < 2) return null;
  const choose = (offerId: string) => {
    const offer = offers.find(each => each.offerId === offerId);
    if (offer) changeIds(before => withOffer(before, offer), laterThan(steps, search.operation));
  };
  return (
    <div className="try-offer">
      <SelectField
        label="Offer"
        value={ids.find(({ name }) => name === 'offer')?.value ?? ''}
        options={offers.map(({ offerId, label }) => [offerId, label] as const)}
        disabled={disabled}
        onChange={choose}
      />
    </div>
  );
}
