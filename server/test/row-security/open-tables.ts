/** Tables without row security, each with the reason. Every other table has row security. */
export const OPEN_TABLES: Readonly<Record<string, string>> = {
  serai_migration: 'the installation: applied migrations',
  key_epoch: 'the installation: a counter',
  key_change: 'the installation: recently changed keys, only IDs and numbers',
  limiter_snapshot: 'the installation: counters by key, used only by gateways',
  signing_key: 'the installation: its own signing keys, with encrypted private keys',
  node: 'the installation: its processes',
  replica_beat: 'the installation: a time by which the lag of replicas is measured',
  statement_counter: 'the installation: a counter; statements bound to a partner have no rights to it',
  report_progress: 'the installation: how far the changes of bookings are in the reports',
  recovery: 'the installation: whether it was restored from a backup',
  recovery_provider: 'the installation: providers that must still be compared after a restore',
  catalogue_change: 'the catalogue is the same for all organisations',
  catalogue_version: 'the catalogue is the same for all organisations',
  catalogue_seed: 'the catalogue is the same for all organisations',
  suspended_index: 'the installation: statements of the schema; nobody but the owner has rights to it',
  place: 'the catalogue is the same for all organisations',
  place_name: 'the catalogue is the same for all organisations',
  place_airport: 'the catalogue is the same for all organisations',
  zone_member: 'the catalogue is the same for all organisations',
  zone_area: 'the catalogue is the same for all organisations',
  hotel:
    'the catalogue is the same for all organisations, and its searches use operators that a policy does not allow',
  room: 'part of the hotel',
  place_hotel_count: 'part of the catalogue',
  hotels_told: 'the installation: position in the announcements of hotel changes',
  exchange_rate: 'the exchange rates of an environment are the same for all organisations',
  provider_account:
    'accounts at suppliers belong to the operator; statements bound to a partner have no rights to them',
  pricing_rule: 'rules belong to the operator; statements bound to a partner have no rights to them',
  pricing_epoch: 'the installation: a number',
  supplier_hotel:
    'suppliers and their content belong to the operator; statements bound to a partner have no rights to them',
  mapping_decision:
    'suppliers and their content belong to the operator; statements bound to a partner have no rights to them',
  provider_hotel:
    'suppliers and their content belong to the operator; statements bound to a partner have no rights to them',
  mapping_demand:
    'suppliers and their content belong to the operator; statements bound to a partner have no rights to them',
  mapping_price_count:
    'suppliers and their content belong to the operator; statements bound to a partner have no rights to them',
  mapping_run:
    'suppliers and their content belong to the operator; statements bound to a partner have no rights to them',
  mapping_epoch: 'the installation: a number',
  billing_run:
    'the installation: what was sent automatically; statements bound to a partner have no rights to it',
  billing_run_start:
    'the installation: what was sent automatically; statements bound to a partner have no rights to it',
  provider_watch: 'the installation: since when providers fail, and what was reported by email',
  provider_error: 'the installation: errors of providers, without partners and guests',
  provider_failure:
    'the installation: failed calls to providers; statements bound to a partner have no rights to them',
  hotel_merge: 'the installation: which hotels of the catalogue were merged',
  content_run:
    'suppliers and their content belong to the operator; statements bound to a partner have no rights to them',
  content_sync:
    'suppliers and their content belong to the operator; statements bound to a partner have no rights to them',
  provider_calls: 'the installation: responses of providers, totalled over all organisations',
  inventory_property: 'rooms belong to an environment and are sold to every organisation',
  inventory_allotment: 'rooms belong to an environment and are sold to every organisation',
  inventory_rate: 'rooms belong to an environment and are sold to every organisation',
  inventory_booking: 'the hotel sees only the reference of a booking, without organisation or guests',
  inventory_booking_night: 'the hotel sees only the reference of a booking, without organisation or guests',
  test_reservation: 'simulates external companies, which see only references',
  orphan_reservation:
    'reservations at external companies that belong to no booking and therefore to no organisation',
  person: 'a person may belong to several organisations, and memberships and sessions are protected',
  person_credential: 'belongs to a person and is read only when signing in',
  person_second_factor: 'belongs to a person and is read only when signing in',
  person_used_code: 'belongs to a person and is read only when signing in',
  password_reset: 'belongs to a person and is read only when choosing a new password',
  mail_outbox: 'encrypted emails to people; work for one organisation may only add to it',
  mail_told: 'ids of what was reported by email; not visible to work for one organisation',
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
  // The key of a job is the ID of the record that it works on.
  'kind,key',
  'key_id,hour,operation,status_class',
  'key_id,minute,operation,status_class',
  'note_id',
  'notice_id',
  // The database assigns the number of a statement.
  'number',
  'quote_id',
  'secret_id',
  'session_id',
  'statement_id',
  'token_hash',
]);
