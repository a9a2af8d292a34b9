/**
 * Names of schemas that are used in several places. They become components of the OpenAPI documents and types
 * of the SDK. Names may be added but never changed, because users of the SDK depend on them.
 */

import { bookingNote } from '../account/booking-support.ts';
import { delivery } from '../account/deliveries.ts';
import { key, keyLimits, lastUsed } from '../account/key.ts';
import { member } from '../account/members.ts';
import { organisation } from '../account/organisations.ts';
import { partner, partnerCeilings, partnerCeilingsInput } from '../account/partners.ts';
import { paymentDetails } from '../account/payment-details.ts';
import { provider } from '../account/providers.ts';
import { loggedRequest } from '../account/requests.ts';
import { session } from '../account/session.ts';
import { signingKey } from '../account/system.ts';
import { takenCase } from '../account/take-case.ts';
import { statusClasses, windowUse } from '../account/usage.ts';
import { endpoint } from '../account/webhook-endpoint.ts';
import { account } from '../billing/billing.ts';
import { ledgerEntry } from '../billing/ledger-entry.ts';
import { scheduledMail, scheduleRun } from '../billing/schedule.ts';
import { statement } from '../billing/statements.ts';
import { bookingRecord, bookingStatus, bookingSummary } from '../booking/booking-record.ts';
import { historyEntry } from '../booking/bookingdetail.ts';
import { firmTerms, searchedTerms } from '../booking/cancellation-terms.ts';
import { guestRecord, holderRecord } from '../booking/guest.ts';
import { occupancy } from '../booking/occupancy.ts';
import { board, offerSummary, payment, quotedOffer, searchedOffer } from '../booking/offer.ts';
import { price, roomPrice } from '../booking/price.ts';
import { audit } from '../booking/provider-exchange.ts';
import { voucherAddress, voucherRecord } from '../booking/voucher.ts';
import { facilityUse, image } from '../content/content-record.ts';
import { hotelRecord, nearbyHotel } from '../content/hotel-record.ts';
import {
  countedPlace,
  destinationItem,
  nearbyAirport,
  placeItem,
  placeReference,
  placeType,
} from '../content/place-item.ts';
import { roomRecord } from '../content/room-record.ts';
import { accountEventData, bookingEventData, hotelsChangedEventData, pingEventData } from '../events.ts';
import { comparedHotel, mappingDecision } from '../mapping/mapping-fields.ts';
import { hotelMerge } from '../mapping/merging.ts';
import { sync, syncRun } from '../mapping/syncs.ts';
import { pricingRule } from '../pricing/pricing-rule.ts';
import { commission, markup, round } from '../pricing/rule-action.ts';
import { ruleConditions } from '../pricing/rule-conditions.ts';
import { ruleWarning } from '../pricing/rules.ts';
import { answerMeta, environment, warning } from '../shared/answer.ts';
import { location } from '../shared/location.ts';
import { bed } from '../shared/lodging.ts';
import { money, nonNegativeMoney } from '../shared/money.ts';
import { pageOutput } from '../shared/paging.ts';
import { codedText, localisedText } from '../shared/text.ts';

const SHARED = {
  Environment: environment(),
  Money: money(),
  NonNegativeMoney: nonNegativeMoney(),
  Page: pageOutput(),
};

const BOOKING = {
  Audit: audit().unwrap(),
  Bed: bed(),
  Board: board(),
  Booking: bookingRecord(),
  BookingStatus: bookingStatus(),
  BookingSummary: bookingSummary(),
  CancellationTerms: firmTerms(),
  HistoryEntry: historyEntry(),
  Guest: guestRecord(),
  Holder: holderRecord(),
  Location: location(),
  Occupancy: occupancy(),
  OfferSummary: offerSummary(),
  Payment: payment(),
  Price: price(),
  QuotedOffer: quotedOffer(),
  RoomPrice: roomPrice(),
  Voucher: voucherRecord(),
  SearchedOffer: searchedOffer(),
  SearchedTerms: searchedTerms(),
  VoucherAddress: voucherAddress(),
};

const CONTENT = {
  CodedText: codedText(),
  CountedPlace: countedPlace(),
  FacilityUse: facilityUse(),
  FoundDestination: destinationItem(),
  Hotel: hotelRecord(),
  Image: image(),
  LocalisedText: localisedText(),
  NearbyAirport: nearbyAirport(),
  NearbyHotel: nearbyHotel(),
  Place: placeItem(),
  PlaceReference: placeReference(),
  PlaceType: placeType(),
  Room: roomRecord(),
};

export const NAMED_SCHEMAS = {
  ...SHARED,
  ...BOOKING,
  ...CONTENT,
  AnswerMeta: answerMeta,
  Warning: warning,
  BookingEventData: bookingEventData,
  HotelsChangedEventData: hotelsChangedEventData,
  PingEventData: pingEventData,
  AccountEventData: accountEventData,
};

export const OPERATOR_NAMED_SCHEMAS = {
  ...SHARED,
  ...BOOKING,
  Account: account,
  BookingNote: bookingNote(),
  TakenCase: takenCase(),
  Delivery: delivery,
  Key: key,
  KeyLimits: keyLimits(),
  LastUse: lastUsed().unwrap(),
  LedgerEntry: ledgerEntry,
  ScheduleRun: scheduleRun,
  ScheduledMail: scheduledMail,
  LoggedRequest: loggedRequest,
  Member: member,
  Organisation: organisation,
  Partner: partner,
  PartnerCeilings: partnerCeilings(),
  PartnerCeilingsInput: partnerCeilingsInput(),
  PaymentDetails: paymentDetails(),
  HotelMerge: hotelMerge(),
  MappingDecision: mappingDecision(),
  ComparedHotel: comparedHotel(),
  SyncRun: syncRun(),
  Sync: sync(),
  PricingRule: pricingRule(),
  Provider: provider,
  RuleCommission: commission,
  RuleConditions: ruleConditions(),
  RuleMarkup: markup,
  RuleRound: round,
  RuleWarning: ruleWarning(),
  Session: session,
  SigningKey: signingKey,
  Statement: statement,
  StatusClasses: statusClasses,
  WebhookEndpoint: endpoint,
  WindowUse: windowUse,
};
