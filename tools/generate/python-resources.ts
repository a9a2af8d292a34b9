/** Prints the methods of the Python client, for synchronous and asynchronous programs, with and without the response. */
import { componentName } from '../../contract/src/openapi/schema-catalogue.ts';
import { docText, quoted } from './python-models.ts';

interface Method {
  name: string;
  operation: string;
  doc: string;
  writes?: boolean;
  /** Field that the method adds to the request, and the method that sends it with another value. */
  adds?: readonly [name: string, value: string, other: string];
  /** Type of the keyword arguments, if it is not the request of the operation. */
  request?: string;
}

interface List {
  name: string;
  operation: string;
  /** Field of the response that contains the records, and the type of a record. */
  items: string;
  item: string;
  doc: string;
}

const RESOURCES: readonly { name: string; doc: string; methods: readonly Method[] }[] = [
  {
    name: 'Hotels',
    doc: 'Availability search and quotes.',
    methods: [
      {
        name: 'availability',
        operation: 'availability',
        doc: 'Searches for available hotels. If `complete` is false, a provider failed, was too slow or could not be called, and further offers may exist.',
      },
      {
        name: 'prebooking',
        operation: 'prebooking',
        doc: 'Confirms price and terms with the provider and stores them as a quote. If `status` is not AVAILABLE, show `changes` to the traveller. Passing `termsHash` to `bookings.create` confirms that they were accepted.',
      },
    ],
  },
  {
    name: 'Bookings',
    doc: 'Creating, reading and cancelling bookings.',
    methods: [
      {
        name: 'create',
        operation: 'booking',
        writes: true,
        doc: 'Books a quote. A response with status 202 is not an error: `booking.status` is then PENDING or ON_REQUEST, and `wait_until_settled` waits for the outcome. After any error, sending the request again with the same `clientReference` never books twice.',
      },
      {
        name: 'get',
        operation: 'bookingdetail',
        doc: 'Returns the current state of a booking, and its history if requested.',
      },
      {
        name: 'voucher',
        operation: 'voucher',
        doc: 'Returns the voucher of a confirmed or completed booking, as data and as a printable page.',
      },
      {
        name: 'list',
        operation: 'bookinglist',
        doc: 'Returns one page of bookings, newest first by default.',
      },
      {
        name: 'quote_cancellation',
        operation: 'cancel',
        adds: ['mode', 'QUOTE', 'cancel'],
        request: 'BookingRef',
        doc: 'Returns the current cost of a cancellation without cancelling.',
      },
      {
        name: 'cancel',
        operation: 'cancel',
        writes: true,
        adds: ['mode', 'COMMIT', 'quote_cancellation'],
        doc: 'Cancels a booking. Without `maxPenalty`, only a free cancellation is carried out. If the penalty is higher than allowed, the call raises a ConflictError with the code CANCELLATION_PENALTY_CHANGED, and the booking is not cancelled.',
      },
    ],
  },
  {
    name: 'Account',
    doc: 'The balance of the partner.',
    methods: [
      {
        name: 'balance',
        operation: 'balance',
        doc: 'Returns the amounts that the partner owes, that open bookings hold, and that can still be booked.',
      },
    ],
  },
  {
    name: 'Places',
    doc: 'Place search.',
    methods: [
      {
        name: 'search',
        operation: 'places-search',
        doc: 'Returns a ranked list of places for a search field.',
      },
      {
        name: 'search_destination',
        operation: 'places-search-destination',
        doc: 'Returns the same places with their surroundings: airports, zones and number of hotels.',
      },
    ],
  },
];

const LISTS: readonly List[] = [
  list(
    'hotels',
    'hotels',
    'hotels',
    'Hotel',
    'Hotels. With `updatedSince`, only changed and removed hotels.',
  ),
  list('rooms', 'rooms', 'rooms', 'Room', 'Room types with beds and maximum occupancy.'),
  list(
    'destinations',
    'destinations',
    'destinations',
    'Destination',
    'Countries, regions, cities and zones.',
  ),
  list('boards', 'boards', 'boards', 'BoardsBoard', 'Board codes (meal plans).'),
  list('categories', 'categories', 'categories', 'CategoriesCategory', 'Category codes of hotels.'),
  list('facilities', 'facilities', 'facilities', 'FacilitiesFacility', 'Facility codes by group.'),
  list(
    'hotels_by_destination',
    'hotels-by-destination',
    'hotels',
    'NearbyHotel',
    'Hotels in or around a place, without prices.',
  ),
];

function list(name: string, operation: string, items: string, item: string, doc: string): List {
  return { name, operation, items, item, doc };
}

/** The words in which the two kinds of client differ. */
interface Kind {
  prefix: '' | 'Async';
  def: 'def' | 'async def';
  data: (call: string) => string;
  whole: (call: string) => string;
}

const KINDS: readonly Kind[] = [
  { prefix: '', def: 'def', data: call => `${call}.data`, whole: call => call },
  { prefix: 'Async', def: 'async def', data: call => `(await ${call}).data`, whole: call => `await ${call}` },
];

/** `itemClass` returns the class of the records in a list of the catalogue. */
export function printResources(itemClass: (operation: string, field: string) => string): string {
  return KINDS.flatMap(kind => [
    ...RESOURCES.flatMap(resource => [
      printResource(kind, resource, true),
      printResource(kind, resource, false),
    ]),
    ...LISTS.map(each => printList(kind, { ...each, item: itemClass(each.operation, each.items) })),
    printContent(kind, true),
    printContent(kind, false),
  ]).join('\n\n');
}

function printResource(
  kind: Kind,
  { name, doc, methods }: { name: string; doc: string; methods: readonly Method[] },
  withResponse: boolean,
): string {
  const className = `${kind.prefix}${name}${withResponse ? 'WithResponse' : ''}`;
  const hasBase = !withResponse && (name === 'Hotels' || name === 'Bookings');
  const base = hasBase ? `${kind.prefix}${name}Base` : `${kind.prefix}Resource`;
  const access = withResponse
    ? []
    : [
        '    @property',
        `    def with_response(self) -> ${className}WithResponse:`,
        '        """The same methods, which return status, headers and request id as well."""',
        `        return ${className}WithResponse(self._connection)`,
        '',
      ];
  const shown = withResponse ? `${doc} Each method returns a Response.` : doc;
  return [
    `class ${className}(${base}):`,
    `    """${docText(shown)}"""`,
    '',
    '    __slots__ = ()',
    '',
    ...access,
    ...methods.map(method => printMethod(kind, method, withResponse)),
  ].join('\n');
}

function printMethod(kind: Kind, method: Method, withResponse: boolean, asCall = false): string {
  const { operation, doc, writes, adds } = method;
  const name = asCall ? '__call__' : method.name;
  const answer = `types.${componentName(operation)}Answer`;
  const request = method.request ?? `types.${componentName(operation)}Request`;
  const body = adds ? `with_field(request, ${adds.map(quoted).join(', ')})` : 'request';
  const call = `self._connection.call(${quoted(operation)}, ${answer}, ${body}, options${writes ? ', writes=True' : ''})`;
  return [
    `    ${kind.def} ${name}(`,
    `        self, *, options: CallOptions | None = None, **request: Unpack[${request}]`,
    `    ) -> ${withResponse ? `Response[${answer}]` : answer}:`,
    `        """${docText(doc)}"""`,
    `        return ${withResponse ? kind.whole(call) : kind.data(call)}`,
    '',
  ].join('\n');
}

function listClass(kind: Kind, { operation }: List): string {
  return `${kind.prefix}${componentName(operation)}List`;
}

function printList(kind: Kind, each: List): string {
  const name = componentName(each.operation);
  const [answer, request] = [`types.${name}Answer`, `types.${name}Request`];
  return [
    `class ${listClass(kind, each)}(${kind.prefix}Resource):`,
    `    """${docText(each.doc)}"""`,
    '',
    '    __slots__ = ()',
    '',
    printMethod(kind, { name: '', operation: each.operation, doc: 'Returns one page.' }, false, true),
    '    def each(',
    `        self, *, options: CallOptions | None = None, **request: Unpack[${request}]`,
    `    ) -> ${kind.prefix}Each[types.${each.item}, ${answer}]:`,
    '        """Iterates over all records, starting at the first page or at the given cursor."""',
    `        return ${kind.prefix}Each(self._connection, ${quoted(each.operation)}, ${answer}, request, options, lambda page: page.${each.items})`,
    '',
  ].join('\n');
}

function printContent(kind: Kind, withResponse: boolean): string {
  const className = `${kind.prefix}Content${withResponse ? 'WithResponse' : ''}`;
  const head = [
    `class ${className}(${kind.prefix}Resource):`,
    '    """The hotel catalogue."""',
    '',
    '    __slots__ = ()',
    '',
  ];
  if (withResponse) return [...head, ...LISTS.map(each => printMethod(kind, each, true))].join('\n');
  return [
    ...head,
    '    @property',
    `    def with_response(self) -> ${className}WithResponse:`,
    '        """The same methods, which return status, headers and request id as well."""',
    `        return ${className}WithResponse(self._connection)`,
    '',
    ...LISTS.flatMap(each => [
      '    @property',
      `    def ${each.name}(self) -> ${listClass(kind, each)}:`,
      `        """${docText(each.doc)}"""`,
      `        return ${listClass(kind, each)}(self._connection)`,
      '',
    ]),
  ].join('\n');
}
