/** Every setting: its default, how it is read, what it means. The settings page and example.env are printed from it. */
import { resolve } from 'node:path';
import { parseAddressEntry } from './platform/http/address-list.ts';

interface Setting<T> {
  /** As one would write it in the environment; empty is "not set". */
  default: string;
  /** Throws with words for the operator. */
  parse(text: string): T;
  description: string;
  /** Never shown. */
  secret?: true;
}

export const SETTINGS = {
  SERAI_HOST: text('127.0.0.1', 'Address that all listeners bind.'),
  SERAI_PORT: port('8080', 'Port of the interface.'),
  SERAI_DASHBOARD_PORT: port('8081', 'Port of the dashboard, its operator interface and `/metrics`.'),
  SERAI_DASHBOARD_URL: optional(
    'Where people reach the dashboard, when a proxy stands before it: `https://dashboard.example.com`.',
    origin,
  ),
  SERAI_ALLOWED_HOSTS: list(
    '',
    'Host names, separated by commas, under which clients reach the interface and the dashboard. Requests for another `Host` are answered 400. IP addresses, `localhost`, the name of the machine and the host of `SERAI_DASHBOARD_URL` are always allowed; `*` allows every name.',
    hostName,
  ),
  SERAI_MAX_CONNECTIONS: integer(
    '10000',
    10,
    1_000_000,
    'Most connections of each listener. Above 80 % of it, the connections that have been idle longest are closed.',
  ),
  SERAI_MAX_CONNECTIONS_PER_ADDRESS: integer(
    '',
    1,
    1_000_000,
    'Most connections of one client address (IPv6: of one /64 network) to each listener; a tenth of `SERAI_MAX_CONNECTIONS` if omitted. Trusted proxies are exempt.',
    'optional',
  ),
  SERAI_METRICS_TOKEN: optional(
    'Bearer token that reads `/metrics`; the operator token does too. Without a token, metrics are shown only by a listener on a loopback address, to requests for a loopback host.',
    String,
    'secret',
  ),
  SERAI_BACKEND_PORT: port('8090', 'Port of the backend in the role `backend`.'),
  SERAI_BACKEND_URLS: list('', 'Backends of a gateway in the role `gateway`, separated by commas.', url),
  SERAI_DATA_DIR: { ...text('./data', 'Folder of everything the embedded default keeps.'), parse: folder },
  SERAI_SEED: choice(
    'full',
    ['full', 'none'],
    'What the first start loads: the places of the world and invented hotels for the sandbox, or nothing.',
  ),
  DATABASE_URL: optional('PostgreSQL server to use instead of the embedded one.', url, 'secret'),
  SERAI_DATABASE_CONNECTIONS: integer('10', 1, 1000, 'Most connections of one process to the database.'),
  SERAI_DATABASE_POOLER: choice(
    'none',
    ['none', 'transaction'],
    'Set to `transaction` behind a transaction pooler: neither prepared statements nor LISTEN are then used.',
  ),
  REDIS_URL: optional(
    'Redis or Valkey for the counters of several gateways and for answers to searches. Without it both live in each process.',
    url,
    'secret',
  ),
  LIMITER_FAILURE: choice(
    'local',
    ['local', 'open', 'closed'],
    'What limits do while Redis is away: a share of each limit per node, none, or no requests at all.',
  ),
  TRUSTED_PROXIES: list(
    '',
    'Addresses and CIDR ranges whose `X-Forwarded-For` is believed, separated by commas.',
    address,
  ),
  SERAI_BODY_SECONDS: integer(
    '10',
    1,
    30,
    'Seconds in which the whole body of a request must arrive. After that the response is 400.',
  ),
  SERAI_WEBHOOK_ALLOWED_TARGETS: list(
    '',
    'Host names, addresses and CIDR ranges, separated by commas, that webhooks may be sent to although they are not public. In the sandbox these may also be called by plain http and on any port; in production neither loopback nor link-local addresses are ever called.',
    target,
  ),
  SERAI_WEBHOOK_PORTS: list(
    '443,8443',
    'Ports that webhooks may be sent to, separated by commas.',
    targetPort,
  ),
  SERAI_MASTER_KEY: optional(
    '32 bytes in base64 that seal secrets at rest. Without it a key file in the data folder is used.',
    masterKey,
    'secret',
  ),
  SERAI_OPERATOR_TOKEN: optional(
    'Token of the operator interface, for the service and the command line. Without it the one in the data folder is used.',
    String,
    'secret',
  ),
  NO_COLOR: optional('Any value keeps colours out of what the command line prints.', String),
  SERAI_KEY_STALE_SECONDS: integer('60', 0, 300, 'How long known keys pass while the database is away.'),
  SERAI_KEY_CACHE: integer('200000', 100, 10_000_000, 'Most key records and tokens kept in memory.'),
  SERAI_LOG_LEVEL: choice(
    'info',
    ['silent', 'error', 'warn', 'info', 'debug'],
    'Least level of the process log.',
  ),
  SERAI_REQUEST_LOG_DAYS: integer(
    '',
    1,
    3650,
    'Days the request log is kept: 30, or 7 with the embedded database.',
    'optional',
  ),
  SERAI_REQUEST_LOG_ROWS_PER_SECOND: integer(
    '2000',
    0,
    1_000_000,
    'Most rows a second that one process writes into the request log; usage is counted exactly all the same.',
  ),
  SERAI_REQUEST_LOG_SAMPLE: integer(
    '100',
    1,
    1_000_000,
    'In production, of successful reads one in so many is logged with its bodies.',
  ),
  SERAI_AVAILABILITY_CACHE_MB: integer(
    '100',
    0,
    65_536,
    'Megabytes of answers to searches that one process keeps, for minutes or hours by their arrival. 0 keeps none, in Redis neither.',
  ),
  SERAI_INVENTORY_CACHE_ENTRIES: integer(
    '10000',
    1,
    1_000_000,
    'Properties with own inventory, and as many blocks of 16 nights, that one process caches for each environment. A property takes about 10 kB and a block at most about 20 kB.',
  ),
  SERAI_TEST_PROVIDER_CACHE: choice(
    'process',
    ['process', 'shared'],
    'Where answers of the test providers are kept. `shared` puts them into Redis like those of an outside company, to try a deployment out; making them anew takes less CPU.',
  ),
  SERAI_PROVIDER_EXCHANGE_DAYS: integer(
    '180',
    1,
    3650,
    'Days the messages to and from providers are kept with their bookings.',
  ),
  SERAI_GUEST_DAYS: integer(
    '1095',
    1,
    36_500,
    'Days after check-out that guests are kept before they are erased, where their organisation does not say otherwise.',
  ),
  SERAI_ERASURE_LIST: optional(
    'File that erasures are added to, to be done again after a restore. Without it `erasures.jsonl` in the data folder.',
    folder,
  ),
  SERAI_ATTEMPT_LOG: choice(
    'off',
    ['off', 'on'],
    'Whether each call that books or cancels is first written, sealed, into the folder `attempts` of the data folder: after a restore it tells what was sent to providers that cannot list what they hold. Kept for 35 days.',
  ),
  SERAI_SHUTDOWN_DELAY_SECONDS: integer(
    '1',
    0,
    60,
    'How long requests are still taken after SIGTERM, while `/readyz` already says no: one interval of a load balancer. Not waited for when no client is connected.',
  ),
  SERAI_SHUTDOWN_SECONDS: integer('130', 1, 600, 'How long requests under way may take after SIGTERM.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    'Collector of OpenTelemetry that traces are sent to, over OTLP/HTTP: `http://127.0.0.1:4318`. Without it nothing is traced.',
    url,
  ),
  OTEL_EXPORTER_OTLP_HEADERS: optional(
    'Headers for that collector: `name=value`, separated by commas.',
    headers,
    'secret',
  ),
  SERAI_TRACE_SAMPLE: integer('20', 1, 1_000_000, 'Of the requests and jobs one in so many is traced.'),
  SERAI_TRACE_CLIENTS: choice(
    'off',
    ['off', 'on'],
    'Whether the `traceparent` of a client is believed: its trace goes on here, and it says whether it is kept.',
  ),
  SERAI_CHECK_ANSWERS: choice(
    'off',
    ['off', 'on'],
    'Checks every answer against the contract. For tests and development.',
  ),
} as const satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof SETTINGS;
export type Settings = { readonly [Name in SettingName]: ReturnType<(typeof SETTINGS)[Name]['parse']> };

function text(fallback: string, description: string): Setting<string> {
  return { default: fallback, description, parse: value => value };
}

function folder(value: string): string {
  return resolve(value);
}

function integer(fallback: string, min: number, max: number, description: string): Setting<number>;
function integer(
  fallback: string,
  min: number,
  max: number,
  description: string,
  kind: 'optional',
): Setting<number | undefined>;
function integer(
  fallback: string,
  min: number,
  max: number,
  description: string,
  kind?: 'optional',
): Setting<number | undefined> {
  return {
    default: fallback,
    description,
    parse(value) {
      if (value === '' && kind === 'optional') return undefined;
      const number = Number(value);
      if (!/^\d+$/.test(value) || number < min || number > max) {
        throw new Error(`"${value}" is not a whole number from ${min} to ${max}`);
      }
      return number;
    },
  };
}

function port(fallback: string, description: string): Setting<number> {
  return integer(fallback, 0, 65_535, description);
}

function choice<const T extends string>(fallback: T, words: readonly T[], description: string): Setting<T> {
  return {
    default: fallback,
    description: `${description} One of ${words.map(word => `\`${word}\``).join(', ')}.`,
    parse(value) {
      const word = words.find(candidate => candidate === value);
      if (word === undefined) throw new Error(`"${value}" is none of ${words.join(', ')}`);
      return word;
    },
  };
}

function optional<T>(
  description: string,
  parse: (value: string) => T,
  secret?: 'secret',
): Setting<T | undefined> {
  return {
    default: '',
    description,
    parse: value => (value === '' ? undefined : parse(value)),
    ...(secret && { secret: true }),
  };
}

function list<T>(fallback: string, description: string, parse: (entry: string) => T): Setting<T[]> {
  return {
    default: fallback,
    description,
    parse: value =>
      value
        .split(',')
        .map(entry => entry.trim())
        .filter(entry => entry !== '')
        .map(parse),
  };
}

function url(value: string): string {
  if (!URL.canParse(value)) throw new Error('not a URL');
  return value;
}

function headers(value: string): Record<string, string> {
  const entries = value.split(',').map(entry => /^\s*([\w-]+)=([\x20-\x7e]*)$/.exec(entry));
  if (entries.includes(null)) throw new Error('not name=value, separated by commas');
  return Object.fromEntries(
    entries.map(entry => [entry?.[1] ?? '', decodeURIComponent(entry?.[2] ?? '').trim()]),
  );
}

/** Scheme, host and port alone. */
function origin(value: string): string {
  const { origin, protocol } = new URL(url(value));
  if (!/^https?:$/.test(protocol)) throw new Error('not an http or https address');
  return origin;
}

function address(entry: string): string {
  const parsed = parseAddressEntry(entry);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed.address;
}

/** A name as it stands in an address, or what `address` takes. */
function target(entry: string): string {
  const name = entry.toLowerCase();
  const isName = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(name) && !/(?:^|\.)\d+$/.test(name);
  return isName ? name : address(entry);
}

function hostName(entry: string): string {
  const name = entry.toLowerCase();
  if (name !== '*' && !/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(name)) {
    throw new Error(`"${entry}" is not a host name; write it without scheme and port`);
  }
  return name;
}

function targetPort(entry: string): number {
  return integer('', 1, 65_535, '').parse(entry);
}

function masterKey(value: string): Buffer {
  const key = Buffer.from(value, 'base64');
  if (key.length !== 32) throw new Error('not 32 bytes in base64; make one with `openssl rand -base64 32`');
  return key;
}
