import {
  acrossOrganisations,
  type OperatorHandler,
} from '../../../platform/operations/operator/operator-handler.ts';
import { inventoryHandlers } from '../../suppliers/own-inventory/operator/inventory-handlers.ts';
import type { InventoryParts } from '../../suppliers/own-inventory/operator/inventory-parts.ts';
import type { VoucherSources } from '../../voucher/issue-voucher.ts';
import { attentionCount, attentionList, orphansSettle } from './attention.ts';
import {
  bookingsMarkContacted,
  bookingsNotesAdd,
  bookingsProof,
  bookingsVoucher,
} from './booking-support.ts';
import { bookingsList, bookingsShow, bookingsSummary } from './bookings.ts';
import { bookingsCancel, type CancelParts } from './cancel-booking.ts';
import { bookingsCheck } from './check-outcome.ts';
import { guestsErase, guestsErasures, guestsExport } from './guests.ts';
import type { OperatorParts } from './operator-parts.ts';
import { providersFailuresList, providersFailuresShow } from './provider-failures.ts';
import { providersHealth } from './provider-health.ts';
import type { ProviderParts } from './provider-view.ts';
import {
  providersConnect,
  providersList,
  providersProbe,
  providersShare,
  providersUpdate,
} from './providers.ts';
import { bookingsResolve } from './resolve-booking.ts';
import { attentionAssign, attentionRelease, attentionTake, attentionTakeAll } from './take-case.ts';

export function bookingOperatorHandlers(
  parts: OperatorParts & CancelParts & VoucherSources & ProviderParts & InventoryParts,
): OperatorHandler[] {
  return [
    attentionList(parts),
    attentionCount(parts),
    attentionTake(parts),
    attentionAssign(parts),
    attentionRelease(parts),
    ...acrossOrganisations('Staff take bookings of all partners together.', [attentionTakeAll(parts)]),
    ...acrossOrganisations('A reservation without a booking belongs to no partner.', [orphansSettle(parts)]),
    bookingsList(parts),
    bookingsSummary(parts),
    bookingsShow(parts),
    bookingsResolve(parts),
    bookingsCheck(parts),
    bookingsCancel(parts),
    bookingsNotesAdd(parts),
    bookingsMarkContacted(parts),
    bookingsProof(parts),
    bookingsVoucher(parts),
    guestsExport(parts),
    guestsErase(parts),
    guestsErasures(parts),
    ...inventoryHandlers(parts),
    providersList(parts),
    providersHealth(parts),
    providersFailuresList(parts),
    providersFailuresShow(parts),
    providersProbe(parts),
    ...acrossOrganisations('Accounts at suppliers belong to the operator and serve all partners.', [
      providersConnect(parts),
      providersUpdate(parts),
    ]),
    providersShare(parts),
  ];
}
