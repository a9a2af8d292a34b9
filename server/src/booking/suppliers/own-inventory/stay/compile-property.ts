/** Compiles an inventory document into the form that searches use. Pure. */
import { lineageSteps, planLineage } from '@serai/contract/inventory/derivation.ts';
import type {
  InventoryDocument,
  InventoryPenalty,
  InventoryPlan,
  InventoryPolicy,
  InventoryRoom,
} from '@serai/contract/inventory/inventory-document.ts';
import { fromMoney } from '../../../../platform/money/minor-units.ts';
import { timesDecimal } from '../../../../platform/money/times-decimal.ts';
import type {
  Penalty,
  Property,
  PropertyPlan,
  PropertyPolicy,
  PropertyRoom,
  Slot,
  Supplement,
} from './property.ts';
import { rateKey } from './rate-key.ts';

/** Percentages have at most four decimals in the API. */
const PERCENT_DECIMALS = 4;

export function compileProperty(document: InventoryDocument): Property {
  const { currency, ageBands, hotelId } = document;
  const minor = (amount: string) => fromMoney({ amount, currency });
  const slots: Slot[] = [];
  const plans = document.plans.map((plan, at): PropertyPlan => {
    const line = planLineage(plan, document.plans);
    const own = plan.rooms.map(roomCode => {
      const room = document.rooms.findIndex(one => one.roomCode === roomCode);
      const sources = line.map(({ code }, level) => ({ planCode: code, level }));
      return slots.push({ plan: at, room, rateKey: rateKey(plan.code, [roomCode]), sources }) - 1;
    });
    const { code, name, board, priceModel, payment, active, markets, bookingWindow } = plan;
    const policy = document.cancellationPolicies.find(one => one.code === plan.cancellationPolicy);
    return {
      ...{ code, name, board, priceModel, payment, active, markets, bookingWindow },
      steps: lineageSteps(line, currency),
      policy: policy && compilePolicy(policy, minor),
      supplement: compileSupplement(plan, ageBands, minor),
      slots: own,
    };
  });
  const charges = document.charges.map(({ amount, ...charge }) => ({
    ...charge,
    amountMinor: amount === undefined ? undefined : minor(amount),
    percentScaled: charge.percent === undefined ? 0 : timesDecimal(1, charge.percent, PERCENT_DECIMALS),
  }));
  return {
    hotelId,
    currency,
    bands: ageBands,
    rooms: document.rooms.map(room => compileRoom(room, ageBands, minor)),
    plans,
    slots,
    charges,
    includedScaled: charges.reduce(
      (sum, { collection, percentScaled }) => sum + (collection === 'INCLUDED' ? percentScaled : 0),
      0,
    ),
  };
}

type Minor = (amount: string) => number;

function compileRoom(room: InventoryRoom, bands: InventoryDocument['ageBands'], minor: Minor): PropertyRoom {
  const { extraAdult, children = {}, ...rest } = room;
  return {
    ...rest,
    extraAdultMinor: extraAdult === undefined ? undefined : minor(extraAdult),
    childrenMinor: bands.map(({ code }) =>
      children[code] === undefined ? undefined : minor(children[code]),
    ),
  };
}

function compileSupplement(
  { supplement }: InventoryPlan,
  bands: InventoryDocument['ageBands'],
  minor: Minor,
): Supplement | undefined {
  if (supplement === undefined) return undefined;
  const adultMinor = minor(supplement.adult);
  return {
    adultMinor,
    childrenMinor: bands.map(({ code, infant }) => {
      const named = supplement.children?.[code];
      if (named !== undefined) return minor(named);
      return infant ? 0 : adultMinor;
    }),
  };
}

function compilePolicy({ rules, noShow }: InventoryPolicy, minor: Minor): PropertyPolicy {
  const compile = ({ amount, ...penalty }: InventoryPenalty): Penalty => ({
    ...penalty,
    amountMinor: amount === undefined ? undefined : minor(amount),
  });
  return {
    rules: rules.map(rule => ({ ...rule, penalty: compile(rule.penalty) })),
    noShow: compile(noShow),
  };
}
