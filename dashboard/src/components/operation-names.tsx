/**
 * The names of the operations of the partner API, as in the reference. They are copied here, because importing the
 * contract's list would bundle its validator, and not every role may read the reference.
 */
const TITLES: Readonly<Record<string, string>> = {
  availability: 'Search hotel availability',
  prebooking: 'Quote an offer',
  booking: 'Book a quote',
  bookingdetail: 'Retrieve the details of a booking',
  bookinglist: 'List bookings',
  cancel: 'Cancel a booking',
  voucher: 'Get the voucher of a booking',
  balance: 'Show the balance',
  hotels: 'List the hotels in the catalogue',
  rooms: 'List the rooms in the catalogue',
  destinations: 'List the destinations',
  boards: 'List the boards (meal plans)',
  categories: 'List the hotel categories',
  facilities: 'List the facilities',
  'places-search': 'Autocomplete places',
  'places-search-destination': 'Search destinations',
  'hotels-by-destination': 'List the hotels of a destination',
};

/** For filters, for example `Quote an offer (prebooking)`. */
export const OPERATION_OPTIONS = Object.entries(TITLES).map(
  ([name, title]) => [name, `${title} (${name})`] as const,
);

/** The title of an operation, for example `Quote an offer`. An operation that is not listed here keeps its name. */
export function operationTitle(operation: string | null): string {
  return operation === null ? 'Unknown path' : (TITLES[operation] ?? operation);
}

/** The title of an operation, and its name as code beside it. */
export function OperationName({ operation }: { operation: string | null }) {
  const title = operationTitle(operation);
  if (operation === null || title === operation) return title;
  return (
    <>
      {title} <code className="operation-code">{operation}</code>
    </>
  );
}
