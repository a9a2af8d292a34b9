/** Tables without row security, each with its reason. Every other table has it. */
export const OPEN_TABLES: Readonly<Record<string, string>> = {
  serai_migration: 'of the service: which migrations were applied',
  key_epoch: 'of the service: a number',
  key_change: 'of the service: which keys changed lately; ids and numbers',
  limiter_snapshot: 'of the service: counters by key, read and written by gateways alone',
  signing_key: 'of the service: its own keys, the private half sealed',
  node: 'of the service: its processes',
  recovery: 'of the service: whether it was restored from a backup',
  recovery_provider: 'of the service: what of a provider is still to be compared after a restore',
  catalogue_change: 'the catalogue is the same for all organisations',
  catalogue_version: 'the catalogue is the same for all organisations',
  catalogue_seed: 'the catalogue is the same for all organisations',
  place: 'the catalogue is the same for all organisations',
  place_name: 'the catalogue is the same for all organisations',
  place_airport: 'the catalogue is the same for all organisations',
  zone_member: 'the catalogue is the same for all organisations',
  zone_area: 'the catalogue is the same for all organisations',
  hotel:
    'the catalogue of an environment is the same for all organisations; its searches use operators that may not stand below a policy',
  room: 'part of the hotel',
  place_hotel_count: 'part of the catalogue',
  hotels_told: 'of the service: how far changes of hotels were told',
  exchange_rate: 'one table of rates for each environment, for all organisations',
  provider_calls: 'of the service: how providers answered, added up over all organisations',
  inventory_property: 'rooms belong to an environment and are sold to every organisation',
  inventory_allotment: 'rooms belong to an environment and are sold to every organisation',
  inventory_rate: 'rooms belong to an environment and are sold to every organisation',
  inventory_booking: 'what the hotel knows of a booking: a reference, no organisation and no guest',
  inventory_booking_night: 'what the hotel knows of a booking: a reference, no organisation and no guest',
  test_reservation: 'stands for outside companies, which know references alone',
  orphan_reservation:
    'reservations of outside companies that belong to no booking, and so to no organisation',
  person: 'people belong to any number of organisations; their memberships and sessions are protected',
  person_credential: 'of the person, read by sign-in alone',
  person_second_factor: 'of the person, read by sign-in alone',
  person_used_code: 'of the person, read by sign-in alone',
  password_reset: 'of the person, read by sign-in alone',
  mail_outbox: 'of the service: encrypted mails to people; work for one organisation may only add to it',
  mail_told: 'of the service: what was told by mail; ids only, and not visible to work for one organisation',
};

/**
 * Unique keys of protected tables that do not begin with the organisation. Their values are random and never
 * chosen by a client, so a conflict reveals nothing.
 */
export const RANDOM_KEYS: ReadonlySet<string> = new Set([
  'id',
  'booking_id',
  'booking_id,number',
  'booking_id,version',
  'certification_id',
  'delivery_id',
  'delivery_id,number',
  'endpoint_id',
  'endpoint_id,number',
  'endpoint_id,slot',
  'event_id',
  'event_id,endpoint_id',
  'at,id',
  // The key of a job is the id of what it works on.
  'kind,key',
  'key_id,hour,operation,status_class',
  'key_id,minute,operation,status_class',
  'notice_id',
  'quote_id',
  'secret_id',
  'token_hash',
]);
