/** Prints the methods of the Python client, for synchronous and asynchronous programs, with and without the response. */
import type { TypeNames } from '../../contract/src/operation.ts';
import { OPERATIONS } from '../../contract/src/operations.ts';
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
  /** Whether the operation accepts `If-None-Match`. */
  conditional?: boolean;
  /** For a list: the field of the response that contains the records. */
  items?: string;
}

const RESOURCES: readonly { name: string; doc: string; methods: readonly Method[] }[] = [
  {
    name: 'Hotels',
    doc: 'Availability search and quotes.',
    methods: [
      {
        name: 'availability',
        operation: 'availability',
        items: 'hotels',
        doc: 'Searches for available hotels. If `complete` is false, a provider failed, was too slow or could not be called, and further offers may exist.',
      },
      {
        name: 'quote',
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
        items: 'bookings',
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
        conditional: true,
        doc: 'Returns a ranked list of places for a search field.',
      },
      {
        name: 'search_destination',
        operation: 'places-search-destination',
        conditional: true,
        doc: 'Returns the same places with their surroundings: airports, zones and number of hotels.',
      },
    ],
  },
];

const CONTENT: readonly Method[] = [
  list('hotels', 'hotels', 'hotels', 'Hotels. With `updatedSince`, only changed and removed hotels.'),
  list('rooms', 'rooms', 'rooms', 'Room types with beds and maximum occupancy.'),
  list('destinations', 'destinations', 'destinations', 'Countries, regions, cities and zones.'),
  list('boards', 'boards', 'boards', 'Board codes (meal plans).'),
  list('categories', 'categories', 'categories', 'Category codes of hotels.'),
  list('facilities', 'facilities', 'facilities', 'Facility codes by group.'),
  list(
    'hotels_by_destination',
    'hotels-by-destination',
    'hotels',
    'Hotels in or around a place, without prices.',
  ),
];

const ALL = [...RESOURCES, { name: 'Content', doc: 'The hotel catalogue.', methods: CONTENT }];

function list(name: string, operation: string, items: string, doc: string): Method {
  return { name, operation, items, doc, conditional: true };
}

/** The names of the request and response types of an operation. */
export function typeNamesOf(operation: string): TypeNames {
  const found = OPERATIONS.find(({ name }) => name === operation);
  if (!found) throw new Error(`There is no operation named ${operation}.`);
  return found.typeNames;
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

/** `itemClass` returns the class of the records in a list. */
export function printResources(itemClass: (operation: string, field: string) => string): string {
  return KINDS.flatMap(kind => [
    ...ALL.flatMap(({ methods }) => methods)
      .filter(({ items }) => items !== undefined)
      .map(method => printList(kind, method, itemClass(method.operation, method.items ?? ''))),
    ...ALL.flatMap(resource => [printResource(kind, resource, true), printResource(kind, resource, false)]),
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
    ...methods.map(method =>
      method.items && !withResponse
        ? printListProperty(kind, method)
        : printMethod(kind, method, withResponse),
    ),
  ].join('\n');
}

function printMethod(kind: Kind, method: Method, withResponse: boolean): string {
  const { name, operation, doc, writes, adds, conditional } = method;
  const types = typeNamesOf(operation);
  const answer = `types.${types.response}`;
  const request = method.request ?? `types.${types.request}`;
  const body = adds ? `with_field(request, ${adds.map(quoted).join(', ')})` : 'request';
  const call = `self._connection.call(${quoted(operation)}, ${answer}, ${body}, options${writes ? ', writes=True' : ''})`;
  const returns = (type: string) => (withResponse ? `Response[${type}]` : type);
  const signature = (options: string, type: string) => [
    `    ${kind.def} ${name}(`,
    `        self, *, options: ${options}, **request: Unpack[${request}]`,
    `    ) -> ${type}:`,
  ];
  const plain = signature('CallOptions | None = None', returns(answer));
  const overloads = [
    '    @overload',
    ...withEllipsis(plain),
    '    @overload',
    ...withEllipsis(signature('ConditionalOptions', returns(`${answer} | NotModified`))),
  ];
  return [
    ...(conditional ? overloads : []),
    ...(conditional ? signature('CallOptions | ConditionalOptions | None = None', 'Any') : plain),
    `        """${docText(doc)}"""`,
    `        return ${withResponse ? kind.whole(call) : kind.data(call)}`,
    '',
  ].join('\n');
}

function withEllipsis(lines: readonly string[]): string[] {
  return [...lines.slice(0, -1), `${lines.at(-1)} ...`];
}

function listClass(kind: Kind, { operation }: Method): string {
  return `${kind.prefix}${typeNamesOf(operation).response.replace(/(Response|List)$/, '')}List`;
}

function printList(kind: Kind, method: Method, item: string): string {
  const types = typeNamesOf(method.operation);
  const [answer, request] = [`types.${types.response}`, `types.${types.request}`];
  return [
    `class ${listClass(kind, method)}(${kind.prefix}Resource):`,
    `    """${docText(method.doc)}"""`,
    '',
    '    __slots__ = ()',
    '',
    printMethod(kind, { ...method, name: '__call__', doc: 'Returns one page.' }, false),
    '    def each(',
    `        self, *, options: CallOptions | None = None, **request: Unpack[${request}]`,
    `    ) -> ${kind.prefix}Each[${item}, ${answer}]:`,
    '        """Iterates over all records, starting at the first page or at the given cursor."""',
    `        return ${kind.prefix}Each(self._connection, ${quoted(method.operation)}, ${answer}, request, options, lambda page: page.${method.items})`,
    '',
  ].join('\n');
}

function printListProperty(kind: Kind, method: Method): string {
  return [
    '    @property',
    `    def ${method.name}(self) -> ${listClass(kind, method)}:`,
    `        """${docText(method.doc)} \`.each()\` iterates over all records."""`,
    `        return ${listClass(kind, method)}(self._connection)`,
    '',
  ].join('\n');
}
