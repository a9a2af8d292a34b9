/**
 * Generates rules like those of a large operator: most name partners, hotels, places or boards, and a few apply
 * to everything.
 */

import type { NewRule } from '@serai/contract/pricing/pricing-rule.ts';
import { BOARD_CODES } from '@serai/contract/shared/lodging.ts';

export interface RuleScene {
  partnerId: string;
  hotelIds: readonly string[];
  placeIds: readonly string[];
}

/** A quarter of the rules are for other partners or groups. None of the rules hides offers. */
export function manyRules(count: number, { partnerId, hotelIds, placeIds }: RuleScene): NewRule[] {
  return Array.from({ length: count }, (_, i) => ({
    name: `Rule ${i}`,
    priority: count - i,
    validFrom: null,
    validTo: null,
    conditions: conditionsOf(i, count, { partnerId, hotelIds, placeIds }),
    action: actionOf(i),
  }));
}

function conditionsOf(
  i: number,
  count: number,
  { partnerId, hotelIds, placeIds }: RuleScene,
): NewRule['conditions'] {
  // The last rules have no conditions, so they match everything.
  if (i >= count - 5) return {};
  const hotel = hotelIds[i % hotelIds.length] as string;
  switch (i % 8) {
    case 0:
      return { partners: [partnerId], hotels: [hotel], boards: ['BB', 'HB'] };
    case 1:
      return { partners: [`prt_other${i}`] };
    case 2:
      return {
        places: [placeIds[i % placeIds.length] as string],
        nights: { from: 1 + (i % 20) },
        leadDays: { from: i % 90 },
      };
    case 3:
      return { hotels: [hotel], refundability: ['NON_REFUNDABLE'], weekdays: ['FRI', 'SAT'] };
    case 4:
      return {
        boards: [BOARD_CODES[i % BOARD_CODES.length] as 'BB'],
        stars: { from: 4.5 },
        providers: [`test-${1 + (i % 3)}`],
      };
    case 5:
      return { partnerGroups: [`group-${i}`] };
    case 6:
      return { chains: [`C${i}`] };
    default:
      return { checkIn: { from: '2030-01-01' }, nationalities: ['FR'] };
  }
}

function actionOf(i: number): NewRule['action'] {
  switch (i % 5) {
    case 0:
    case 1:
      return {
        type: 'MARKUP',
        percent: `${5 + (i % 12)}.25`,
        minimumPerRoomNight: { amount: '2.00', currency: 'EUR' },
      };
    case 2:
      return { type: 'COMMISSION', percent: '10', sellingPercent: '25' };
    case 3:
      return { type: 'RETAIL', percent: '12.5' };
    default:
      return { type: 'ROUND', target: i % 2 === 0 ? 'NET' : 'SELLING', to: '0.50', mode: 'UP' };
  }
}
