import { localToday } from '../../../lib/format/format.ts';
import { BandAmounts } from './band-amounts.tsx';
import { freshCode, type Path } from './document-draft.ts';
import {
  AddLanguageAt,
  AmountAt,
  ChoiceAt,
  CodesAt,
  DateAt,
  FieldGroup,
  FlagAt,
  FoldedFields,
  NamesAt,
  PlainChoice,
  TextAt,
  useEditor,
} from './fields.tsx';
import { ItemList } from './item-list.tsx';
import { BOARDS, boardName, derivationText, nameOf, planName, saleText } from './plan-words.ts';
import { policyOptions } from './policy-sentence.ts';

const MODELS = [
  ['PER_ROOM', 'Room'],
  ['PER_PERSON', 'Adult'],
  ['PER_OCCUPANCY', 'Room, by number of adults'],
] as const;
const PAYMENTS = [
  ['MERCHANT', 'Through the partner'],
  ['PAY_AT_PROPERTY', 'At the property'],
] as const;

export function PlansSection() {
  const { document, roomName } = useEditor();
  const { plans } = document;
  const policies = policyOptions(document);
  const policyOf = (code: string | undefined) =>
    policies.find(([each]) => each === code)?.[1] ?? 'non-refundable';
  return (
    <ItemList
      title="Rate plans"
      hint="What you sell: board, prices, payment and cancellation terms."
      path={['plans']}
      items={plans}
      summary={({ code, name, board, active, rooms, bookingWindow, cancellationPolicy, derivedFrom }) => [
        nameOf(name) || code,
        [
          ...[derivationText({ derivedFrom }, document) ?? []].flat(),
          boardName(board),
          policyOf(cancellationPolicy),
          saleText({ active, rooms, bookingWindow }, localToday()) ?? [],
        ]
          .flat()
          .join(' · '),
      ]}
      addLabel="Add rate plan"
      fresh={() => ({
        code: freshCode(
          'PLAN',
          plans.map(({ code }) => code),
        ),
        ...{ name: { en: 'New plan' }, board: 'RO', priceModel: 'PER_ROOM', active: false },
        rooms: document.rooms.map(({ roomCode }) => roomCode),
      })}
    >
      {(path, plan) => (
        <>
          <FieldGroup title="Name and board">
            <NamesAt path={[...path, 'name']} label="Name" />
            <ChoiceAt path={[...path, 'board']} label="Board" options={BOARDS} />
            <CodesAt
              path={[...path, 'rooms']}
              label="Room types"
              options={document.rooms.map(({ roomCode }) => [roomCode, roomName(roomCode)] as const)}
            />
          </FieldGroup>
          <PriceFields path={path} plan={plan} />
          <FieldGroup title="Cancellation">
            <ChoiceAt
              path={[...path, 'cancellationPolicy']}
              label="Cancellation policy"
              options={[['', 'Non-refundable'], ...policies]}
            />
          </FieldGroup>
          <FieldGroup title="Availability">
            <FlagAt path={[...path, 'active']} label="On sale" initially />
            <DateAt path={[...path, 'bookingWindow', 'from']} label="Bookable from" placeholder="Any date" />
            <DateAt path={[...path, 'bookingWindow', 'to']} label="Bookable until" placeholder="Any date" />
          </FieldGroup>
          <FoldedFields title="Code and other languages">
            <TextAt path={[...path, 'code']} label="Code" hint="Nightly prices are stored under this code." />
            <AddLanguageAt path={[...path, 'name']} />
          </FoldedFields>
        </>
      )}
    </ItemList>
  );
}

interface PriceFieldsProps {
  path: Path;
  plan: {
    code: string;
    derivedFrom?: { plan: string } | undefined;
    supplement?: { adult?: string } | undefined;
  };
}

function PriceFields({ path, plan }: PriceFieldsProps) {
  const { document, set, valueAt } = useEditor();
  const change = valueAt([...path, 'derivedFrom']) as { percent?: string; amount?: string } | undefined;
  const kind = change !== undefined && 'amount' in change ? 'amount' : 'percent';
  const parents = document.plans.filter(({ code }) => code !== plan.code).map(one => one.code);
  return (
    <FieldGroup title="Price and payment">
      <ChoiceAt path={[...path, 'priceModel']} label="Priced per" options={MODELS} />
      <PlainChoice
        label="Prices"
        value={plan.derivedFrom?.plan ?? ''}
        options={[
          ['', 'Own prices'],
          ...parents.map(code => [code, `Follow ${planName(document, code)}`] as const),
        ]}
        onChange={code =>
          set([...path, 'derivedFrom'], code === '' ? undefined : { plan: code, percent: '-10' })
        }
      />
      {change !== undefined && (
        <>
          <PlainChoice
            label="Changed by"
            value={kind}
            options={[
              ['percent', 'Percentage'],
              ['amount', 'Amount'],
            ]}
            onChange={next => set([...path, 'derivedFrom'], { plan: plan.derivedFrom?.plan, [next]: '0' })}
          />
          <AmountAt
            path={[...path, 'derivedFrom', kind]}
            label="Change"
            hint="For a lower price, enter a negative value such as -10."
            unit={kind === 'percent' ? '%' : document.currency}
          />
        </>
      )}
      <AmountAt
        path={[...path, 'supplement', 'adult']}
        label="Board supplement, adult"
        isOptional
        unit={`${document.currency} per night`}
      />
      {plan.supplement?.adult && (
        <BandAmounts path={[...path, 'supplement', 'children']} label="Board supplement, child" />
      )}
      <ChoiceAt path={[...path, 'payment']} label="Payment" options={PAYMENTS} />
    </FieldGroup>
  );
}
