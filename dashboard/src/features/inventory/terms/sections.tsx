import { freshCode, type Path } from './document-draft.ts';
import {
  ChoiceAt,
  CodesAt,
  FlagAt,
  ItemList,
  NamesAt,
  NumberAt,
  PenaltyAt,
  PlainChoice,
  TextAt,
  useEditor,
} from './fields.tsx';

const BOARDS = [
  ['RO', 'Room only'],
  ['SC', 'Self-catering'],
  ['BB', 'Bed and breakfast'],
  ['HB', 'Half board'],
  ['FB', 'Full board'],
  ['AI', 'All inclusive'],
] as const;
const MODELS = [
  ['PER_ROOM', 'Per room'],
  ['PER_PERSON', 'Per adult'],
  ['PER_OCCUPANCY', 'By number of adults'],
] as const;
const PAYMENTS = [
  ['MERCHANT', 'Through the partner'],
  ['PAY_AT_PROPERTY', 'At the property'],
] as const;
const BASES = [
  ['PER_STAY', 'per stay'],
  ['PER_NIGHT', 'per night'],
  ['PER_ROOM', 'per room'],
  ['PER_ROOM_PER_NIGHT', 'per room and night'],
  ['PER_PERSON', 'per person'],
  ['PER_PERSON_PER_NIGHT', 'per person and night'],
] as const;

const FIXED_CHARGE = { amount: '1.00', basis: 'PER_STAY' } as const;

const nameOf = (names: Readonly<Record<string, string>>) => names.en ?? Object.values(names)[0] ?? '';

/** One amount for each age band. */
function BandAmounts({ path, label }: { path: Path; label: string }) {
  const { document } = useEditor();
  return (document.ageBands ?? []).map(({ code, fromAge, toAge }) => (
    <TextAt key={code} path={[...path, code]} label={`${label}: ${code} (${fromAge}–${toAge})`} />
  ));
}

export function BandsSection() {
  const { document } = useEditor();
  const bands = document.ageBands ?? [];
  return (
    <ItemList
      title="Age bands"
      hint="Ranges of child ages. A child outside all bands counts and pays as an adult."
      path={['ageBands']}
      items={bands}
      summary={({ code, fromAge, toAge, infant }) =>
        `${code}: ${fromAge} to ${toAge}${infant ? ', infants' : ''}`
      }
      addLabel="Add age band"
      fresh={() => {
        const fromAge = Math.min(17, Math.max(-1, ...bands.map(({ toAge }) => toAge)) + 1);
        const code = freshCode(
          'BAND',
          bands.map(one => one.code),
        );
        return { code, fromAge, toAge: Math.max(fromAge, 11), infant: false };
      }}
    >
      {path => (
        <>
          <TextAt path={[...path, 'code']} label="Code" />
          <NumberAt path={[...path, 'fromAge']} label="From age" max={17} />
          <NumberAt path={[...path, 'toAge']} label="To age, included" max={17} />
          <FlagAt path={[...path, 'infant']} label="Infants, who need no bed" />
        </>
      )}
    </ItemList>
  );
}

export function RoomsSection({ catalogue }: { catalogue: readonly { roomCode: string; name: string }[] }) {
  const { document, roomName } = useEditor();
  const free = catalogue.filter(({ roomCode }) => !document.rooms.some(room => room.roomCode === roomCode));
  return (
    <ItemList
      title="Room limits"
      hint="How many people each room type takes, and what extra people pay. The limits of the catalogue apply as well."
      path={['rooms']}
      items={document.rooms}
      summary={room =>
        `${roomName(room.roomCode)}: up to ${room.maxTotal} people, ${room.maxAdults} adults, ${room.maxChildren} children`
      }
      addLabel="Add room type"
      fresh={() => ({
        ...{ roomCode: free[0]?.roomCode ?? '', baseOccupancy: 2 },
        ...{ maxAdults: 2, maxChildren: 0, maxTotal: 2 },
      })}
    >
      {path => (
        <>
          <TextAt path={[...path, 'roomCode']} label="Room code" hint="From the catalogue." />
          <NumberAt path={[...path, 'baseOccupancy']} label="People included in the price" />
          <NumberAt path={[...path, 'maxAdults']} label="Maximum adults" />
          <NumberAt path={[...path, 'maxChildren']} label="Maximum children" />
          <NumberAt path={[...path, 'maxInfants']} label="Maximum infants" />
          <NumberAt path={[...path, 'maxTotal']} label="Maximum people with a bed" />
          <NumberAt path={[...path, 'freeChildren']} label="Children free of charge" />
          <TextAt path={[...path, 'extraAdult']} label="Extra adult per night" />
          <BandAmounts path={[...path, 'children']} label="Child per night" />
          <FlagAt path={[...path, 'infantsTakeBed']} label="Infants need a bed" />
        </>
      )}
    </ItemList>
  );
}

export function PlansSection() {
  const { document, roomName, set, valueAt } = useEditor();
  const { plans, cancellationPolicies: policies = [] } = document;
  return (
    <ItemList
      title="Rate plans"
      hint="What you sell: board, prices, payment and cancellation terms."
      path={['plans']}
      items={plans}
      summary={({ code, name, board, active }) =>
        `${nameOf(name)} (${code}), ${board}${active === false ? ', inactive' : ''}`
      }
      addLabel="Add rate plan"
      fresh={() => ({
        ...{
          code: freshCode(
            'PLAN',
            plans.map(({ code }) => code),
          ),
          name: { en: 'New plan' },
          board: 'RO',
        },
        ...{ priceModel: 'PER_ROOM', rooms: document.rooms.map(({ roomCode }) => roomCode), active: false },
      })}
    >
      {(path, plan) => {
        const change = valueAt([...path, 'derivedFrom']) as { percent?: string; amount?: string } | undefined;
        const kind = change !== undefined && 'amount' in change ? 'amount' : 'percent';
        const parents = plans.filter(({ code }) => code !== plan.code).map(one => one.code);
        return (
          <>
            <TextAt path={[...path, 'code']} label="Code" hint="Prices of nights belong to this code." />
            <NamesAt path={[...path, 'name']} label="Name" />
            <ChoiceAt path={[...path, 'board']} label="Board" options={BOARDS} />
            <ChoiceAt path={[...path, 'priceModel']} label="Prices" options={MODELS} />
            <ChoiceAt path={[...path, 'payment']} label="Payment" options={PAYMENTS} />
            <ChoiceAt
              path={[...path, 'cancellationPolicy']}
              label="Cancellation"
              options={[['', 'Non-refundable'], ...policies.map(({ code }) => [code, code] as const)]}
            />
            <PlainChoice
              label="Follows"
              value={plan.derivedFrom?.plan ?? ''}
              options={[['', 'Own prices'], ...parents.map(code => [code, code] as const)]}
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
                    ['percent', 'per cent'],
                    ['amount', 'amount'],
                  ]}
                  onChange={next =>
                    set([...path, 'derivedFrom'], { plan: plan.derivedFrom?.plan, [next]: '0' })
                  }
                />
                <TextAt path={[...path, 'derivedFrom', kind]} label="Change" hint="-10 makes it cheaper." />
              </>
            )}
            <TextAt path={[...path, 'supplement', 'adult']} label="Board supplement per adult and night" />
            {plan.supplement?.adult && (
              <BandAmounts path={[...path, 'supplement', 'children']} label="Board supplement" />
            )}
            <TextAt
              path={[...path, 'bookingWindow', 'from']}
              label="Bookable from"
              placeholder="YYYY-MM-DD"
            />
            <TextAt path={[...path, 'bookingWindow', 'to']} label="Bookable until" placeholder="YYYY-MM-DD" />
            <CodesAt
              path={[...path, 'rooms']}
              label="Room types"
              options={document.rooms.map(({ roomCode }) => [roomCode, roomName(roomCode)] as const)}
            />
            <FlagAt path={[...path, 'active']} label="On sale" initially />
          </>
        );
      }}
    </ItemList>
  );
}

export function PoliciesSection() {
  const { document, set, add, remove } = useEditor();
  const policies = document.cancellationPolicies ?? [];
  return (
    <ItemList
      title="Cancellation policies"
      hint="If several rules apply, the highest penalty is charged. Without a rule, cancelling is free."
      path={['cancellationPolicies']}
      items={policies}
      summary={({ code, rules }) => `${code}: ${rules.length === 1 ? '1 rule' : `${rules.length} rules`}`}
      addLabel="Add policy"
      fresh={() => ({
        code: freshCode(
          'POLICY',
          policies.map(({ code }) => code),
        ),
        rules: [{ daysBefore: 2, at: '18:00', penalty: { nights: 1 } }],
        noShow: { percent: '100' },
      })}
    >
      {(path, { rules }) => (
        <>
          <TextAt path={[...path, 'code']} label="Code" />
          <PenaltyAt path={[...path, 'noShow']} label="No-show penalty" />
          {rules.map((rule, i) => {
            const at = [...path, 'rules', i];
            const when = rule.always
              ? 'always'
              : rule.hoursBefore === undefined
                ? 'daysBefore'
                : 'hoursBefore';
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no identity
              <fieldset key={i} className="terms-fields">
                <legend>Rule {i + 1}</legend>
                <PlainChoice
                  label="Penalty starts"
                  value={when}
                  options={[
                    ['always', 'immediately'],
                    ['daysBefore', 'days before arrival'],
                    ['hoursBefore', 'hours before arrival'],
                  ]}
                  onChange={next =>
                    set(at, {
                      ...{ [next]: next === 'always' ? true : 1, at: rule.at ?? '18:00' },
                      penalty: rule.penalty,
                    })
                  }
                />
                {when !== 'always' && (
                  <>
                    <NumberAt
                      path={[...at, when]}
                      label={when === 'daysBefore' ? 'Days before arrival' : 'Hours before arrival'}
                      max={8_760}
                    />
                    <TextAt path={[...at, 'at']} label="At (local time)" placeholder="18:00" />
                  </>
                )}
                <PenaltyAt path={[...at, 'penalty']} label="Penalty" />
                <button type="button" className="quiet" onClick={() => remove([...path, 'rules'], i)}>
                  Remove rule
                </button>
              </fieldset>
            );
          })}
          <button
            type="button"
            onClick={() =>
              add([...path, 'rules'], { daysBefore: 7, at: '00:00', penalty: { percent: '50' } })
            }
          >
            Add rule
          </button>
        </>
      )}
    </ItemList>
  );
}

export function ChargesSection() {
  const { document, set } = useEditor();
  const charges = document.charges ?? [];
  return (
    <ItemList
      title="Taxes and fees"
      hint="Included in your prices, or paid at the property in addition."
      path={['charges']}
      items={charges}
      summary={({ code, description, percent, amount }) =>
        `${description || code}: ${percent === undefined ? (amount ?? '') : `${percent}%`}`
      }
      addLabel="Add tax or fee"
      fresh={() => ({
        ...{
          code: freshCode(
            'TAX',
            charges.map(({ code }) => code),
          ),
          description: 'City tax',
          type: 'TAX',
        },
        ...{ collection: 'PAY_AT_PROPERTY', amount: '1.00', basis: 'PER_PERSON_PER_NIGHT' },
      })}
    >
      {(path, charge) => {
        const isPercent = charge.percent !== undefined;
        return (
          <>
            <TextAt path={[...path, 'code']} label="Code" />
            <TextAt path={[...path, 'description']} label="Description" />
            <ChoiceAt
              path={[...path, 'type']}
              label="Type"
              options={[
                ['TAX', 'Tax'],
                ['FEE', 'Fee'],
              ]}
            />
            <ChoiceAt
              path={[...path, 'collection']}
              label="Collection"
              options={[
                ['INCLUDED', 'Included in the price'],
                ['PAY_AT_PROPERTY', 'Paid at the property'],
              ]}
            />
            <PlainChoice
              label="Calculated as"
              value={isPercent ? 'percent' : 'amount'}
              options={[
                ['amount', 'amount'],
                ['percent', 'per cent'],
              ]}
              onChange={next => {
                const {
                  percent: _,
                  amount: __,
                  basis: ___,
                  minimumAge: _a,
                  maximumNights: _n,
                  ...rest
                } = charge;
                set(path, { ...rest, ...(next === 'percent' ? { percent: '10' } : FIXED_CHARGE) });
              }}
            />
            {isPercent ? (
              <TextAt path={[...path, 'percent']} label="Per cent" />
            ) : (
              <>
                <TextAt path={[...path, 'amount']} label="Amount" />
                <ChoiceAt path={[...path, 'basis']} label="Charged" options={BASES} />
                <NumberAt path={[...path, 'minimumAge']} label="Minimum age" max={18} />
                <NumberAt path={[...path, 'maximumNights']} label="Maximum nights" max={365} />
              </>
            )}
          </>
        );
      }}
    </ItemList>
  );
}
