import { expect, it } from 'vitest';
import { inventoryDocument } from './inventory-document.ts';

const room = { roomCode: 'DBL', baseOccupancy: 2, maxAdults: 2, maxChildren: 1, maxTotal: 3 };
const plan = { code: 'P0', name: { en: 'P0' }, board: 'RO', priceModel: 'PER_ROOM', rooms: ['DBL'] };
const derived = (code: string, from: string, members: object = {}) => ({
  ...plan,
  code,
  derivedFrom: { plan: from, percent: '-10' },
  ...members,
});
const document = (members: object) => ({
  ...{ hotelId: 'htl_a', currency: 'EUR', rooms: [room], plans: [plan] },
  ...members,
});

const failures = (members: object) =>
  inventoryDocument()
    .safeParse(document(members))
    .error?.issues.map(({ path }) => path.join('.')) ?? [];

it('an inventory document gets default values for omitted fields', () => {
  expect(inventoryDocument().parse(document({}))).toMatchObject({
    ageBands: [],
    charges: [],
    plans: [{ active: true, payment: 'MERCHANT' }],
    rooms: [{ freeChildren: 0, infantsTakeBed: false, maxInfants: 0 }],
  });
});

it.each<[string, object, string[]]>([
  ['a room that occurs twice', { rooms: [room, room] }, ['rooms.1.roomCode']],
  ['a plan that occurs twice', { plans: [plan, plan] }, ['plans.1.code']],
  ['a plan for an unknown room', { plans: [{ ...plan, rooms: ['SGL'] }] }, ['plans.0.rooms.0']],
  [
    'an unknown cancellation policy',
    { plans: [{ ...plan, cancellationPolicy: 'X' }] },
    ['plans.0.cancellationPolicy'],
  ],
  ['an unknown parent plan', { plans: [plan, derived('P1', 'P9')] }, ['plans.1.derivedFrom.plan']],
  ['a plan that derives from itself', { plans: [derived('P1', 'P1')] }, ['plans.0.derivedFrom.plan']],
  [
    'a cycle of plans',
    { plans: [derived('P1', 'P2'), derived('P2', 'P1')] },
    ['plans.0.derivedFrom.plan', 'plans.1.derivedFrom.plan'],
  ],
  [
    'a plan with four levels of parents',
    {
      plans: [plan, derived('P1', 'P0'), derived('P2', 'P1'), derived('P3', 'P2'), derived('P4', 'P3')],
    },
    ['plans.4.derivedFrom.plan'],
  ],
  [
    'a price model that differs from the parent plan',
    { plans: [plan, derived('P1', 'P0', { priceModel: 'PER_PERSON' })] },
    ['plans.1.priceModel'],
  ],
  [
    'a derivation with both percent and amount',
    { plans: [plan, { ...plan, code: 'P1', derivedFrom: { plan: 'P0', percent: '5', amount: '1.00' } }] },
    ['plans.1.derivedFrom.amount'],
  ],
  [
    'age bands that overlap or are reversed',
    {
      ageBands: [
        { code: 'a', fromAge: 0, toAge: 5 },
        { code: 'b', fromAge: 5, toAge: 9 },
        { code: 'c', fromAge: 12, toAge: 11 },
      ],
    },
    ['ageBands.1', 'ageBands.2.toAge'],
  ],
  [
    'a price for an unknown age band',
    { rooms: [{ ...room, children: { kid: '1.00' } }] },
    ['rooms.0.children.kid'],
  ],
  ['too many decimals', { rooms: [{ ...room, extraAdult: '1.505' }] }, ['rooms.0.extraAdult']],
  [
    'decimals in a currency without decimals',
    { currency: 'JPY', rooms: [{ ...room, extraAdult: '1.50' }] },
    ['rooms.0.extraAdult'],
  ],
  [
    'a charge with an amount but no basis',
    { charges: [{ code: 'C', description: 'C', type: 'TAX', collection: 'INCLUDED', amount: '1.00' }] },
    ['charges.0.basis'],
  ],
  [
    'a percentage charge with a basis',
    {
      charges: [
        {
          code: 'C',
          description: 'C',
          type: 'TAX',
          collection: 'INCLUDED',
          percent: '1',
          basis: 'PER_PERSON',
        },
      ],
    },
    ['charges.0.basis'],
  ],
])('an inventory document with %s is rejected', (_, members, paths) => {
  expect(failures(members)).toEqual(paths);
});

it('a rate plan in an inventory document may have three levels of parents', () => {
  const plans = [plan, derived('P1', 'P0'), derived('P2', 'P1'), derived('P3', 'P2')];
  expect(failures({ plans })).toEqual([]);
});
