import { BandAmounts } from './band-amounts.tsx';
import { freshCode } from './document-draft.ts';
import {
  AmountAt,
  ChoiceAt,
  FieldGroup,
  FlagAt,
  NumberAt,
  PlainChoice,
  TextAt,
  useEditor,
} from './fields.tsx';
import { ItemList } from './item-list.tsx';

const BASES = [
  ['PER_STAY', 'per stay'],
  ['PER_NIGHT', 'per night'],
  ['PER_ROOM', 'per room'],
  ['PER_ROOM_PER_NIGHT', 'per room and night'],
  ['PER_PERSON', 'per person'],
  ['PER_PERSON_PER_NIGHT', 'per person and night'],
] as const;

const BASIS_OPTIONS = BASES.map(([basis, name]) => [basis, `P${name.slice(1)}`] as const);

const FIXED_CHARGE = { amount: '1.00', basis: 'PER_STAY' } as const;

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

export function BandsSection() {
  const { document } = useEditor();
  const bands = document.ageBands ?? [];
  return (
    <ItemList
      title="Age bands"
      hint="Child age ranges. Children outside all bands count and pay as adults."
      path={['ageBands']}
      items={bands}
      summary={({ code, fromAge, toAge, infant }) => [
        code,
        `ages ${fromAge} to ${toAge}${infant ? ' · infants' : ''}`,
      ]}
      empty="No age bands. All children count and pay as adults."
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
        <div className="terms-fields">
          <TextAt path={[...path, 'code']} label="Code" />
          <NumberAt path={[...path, 'fromAge']} label="From age" max={17} />
          <NumberAt path={[...path, 'toAge']} label="To age (inclusive)" max={17} />
          <FlagAt path={[...path, 'infant']} label="Infants (no bed needed)" />
        </div>
      )}
    </ItemList>
  );
}

interface RoomsSectionProps {
  catalogue: readonly { roomCode: string; name: string }[];
}

export function RoomsSection({ catalogue }: RoomsSectionProps) {
  const { document, roomName } = useEditor();
  const isFree = (code: string) => !document.rooms.some(room => room.roomCode === code);
  const free = catalogue.filter(({ roomCode }) => isFree(roomCode));
  const missing =
    free.length === 0 ? '' : ` Not in the calendar: ${free.map(({ name }) => name).join(', ')}.`;
  return (
    <ItemList
      title="Room limits"
      hint={`How many people fit in each room type, and what extra people pay. Catalogue limits also apply.${missing}`}
      path={['rooms']}
      items={document.rooms}
      summary={({ roomCode, maxTotal, maxAdults, maxChildren }) => [
        roomName(roomCode) || 'New room type',
        `up to ${counted(maxTotal, 'person', 'people')} · ${counted(maxAdults, 'adult', 'adults')} · ${counted(maxChildren, 'child', 'children')}`,
      ]}
      addLabel="Add room type"
      fresh={() => ({
        ...{ roomCode: free[0]?.roomCode ?? '', baseOccupancy: 2 },
        ...{ maxAdults: 2, maxChildren: 0, maxTotal: 2 },
      })}
    >
      {(path, { roomCode }) => (
        <>
          <FieldGroup title="Limits">
            <ChoiceAt
              path={[...path, 'roomCode']}
              label="Room type"
              options={[
                ...(roomCode ? [[roomCode, roomName(roomCode)] as const] : []),
                ...free.map(room => [room.roomCode, room.name] as const),
              ]}
            />
            <NumberAt path={[...path, 'maxTotal']} label="Maximum people who need a bed" />
            <NumberAt path={[...path, 'maxAdults']} label="Maximum adults" />
            <NumberAt path={[...path, 'maxChildren']} label="Maximum children" />
            <NumberAt path={[...path, 'maxInfants']} label="Maximum infants" isOptional />
            <FlagAt path={[...path, 'infantsTakeBed']} label="Infants need a bed" />
          </FieldGroup>
          <FieldGroup title="Extra people">
            <NumberAt path={[...path, 'baseOccupancy']} label="People included in the price" />
            <AmountAt
              path={[...path, 'extraAdult']}
              label="Extra adult"
              isOptional
              unit={`${document.currency} per night`}
            />
            <NumberAt path={[...path, 'freeChildren']} label="Children free of charge" isOptional />
            <BandAmounts path={[...path, 'children']} label="Extra child" />
          </FieldGroup>
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
      hint="Included in your prices, or paid separately at the property."
      path={['charges']}
      items={charges}
      summary={({ code, description, percent, amount, basis, collection }) => [
        description || code,
        [
          percent === undefined
            ? `${amount ?? ''} ${document.currency} ${BASES.find(([each]) => each === basis)?.[1] ?? ''}`
            : `${percent}%`,
          collection === 'INCLUDED' ? 'included in the price' : 'paid at the property',
        ].join(' · '),
      ]}
      empty="No taxes or fees. Guests pay only the price."
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
          <div className="terms-fields">
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
                ['amount', 'Amount'],
                ['percent', 'Percentage'],
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
              <AmountAt path={[...path, 'percent']} label="Percentage" unit="%" />
            ) : (
              <>
                <AmountAt path={[...path, 'amount']} label="Amount" unit={document.currency} />
                <ChoiceAt path={[...path, 'basis']} label="Charged" options={BASIS_OPTIONS} />
                <NumberAt path={[...path, 'minimumAge']} label="Minimum age" max={18} isOptional />
                <NumberAt path={[...path, 'maximumNights']} label="Maximum nights" max={365} isOptional />
              </>
            )}
          </div>
        );
      }}
    </ItemList>
  );
}
