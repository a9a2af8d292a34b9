/**
 * Declares every setting with its default, its parser and its meaning. The settings page and example.env are generated
 * from this table.
 */

import { parseRedisUrl } from './platform/redis-url.ts';
import {
  address,
  choice,
  folder,
  headers,
  hostName,
  httpsOrigin,
  httpsUrl,
  integer,
  list,
  masterKey,
  optional,
  origin,
  port,
  postgresUrl,
  type Setting,
  secretList,
  sender,
  smtpUrl,
  target,
  targetPort,
  text,
  url,
} from './setting-parsers.ts';

export const SETTINGS = {
  SERAI_PROCESSES: integer(
    '',
    1,
    256,
    'Number of threads that serve the API. With 1, one thread does everything. Default: the number of cores on Linux, but at most one per 512 MB of memory, and 1 on other systems. Separate roles always use one thread per process.',
    'optional',
  ),
  SERAI_HOST: text('127.0.0.1', 'Address that all listeners bind to.'),
  SERAI_PORT: port('8080', 'Port of the API.'),
  SERAI_DASHBOARD_PORT: port('8081', 'Port of the dashboard, the operator API and `/metrics`.'),
  SERAI_DASHBOARD_URL: optional(
    'URL of the dashboard, if it is behind a proxy, for example `https://dashboard.example.com`.',
    origin,
  ),
  SERAI_API_URL: optional(
    'URL at which partners reach the API, if it is behind a proxy, for example `https://api.example.com`. The pictures of sandbox hotels are linked under it. Default: the address of the listener. There is no default, and no pictures are listed, if `SERAI_HOST` is a wildcard such as `0.0.0.0` or the process has the role `backend`.',
    origin,
  ),
  SERAI_ALLOWED_HOSTS: list(
    '',
    'Host names, separated by commas, that clients may use for the API and the dashboard. Requests with another `Host` return 400. IP addresses, `localhost`, the host name of the machine, `SERAI_HOST` and the hosts of `SERAI_API_URL` and `SERAI_DASHBOARD_URL` are always allowed. `*` allows every name.',
    hostName,
  ),
  SERAI_MCP: choice(
    'on',
    ['on', 'off'],
    'Whether `/mcp` serves AI agents with the tools that the scopes of a key allow.',
  ),
  SERAI_MCP_ORIGINS: list(
    '',
    'Origins of web pages, separated by commas, that may call `/mcp`, for example `https://agents.example.com`. Requests from other web pages return 403. Requests without `Origin` are not affected. No CORS headers are sent, so a page on another host also needs a proxy that adds them.',
    origin,
  ),
  SERAI_MCP_IMAGE_HOSTS: list(
    '',
    'Hosts, separated by commas, whose image links the MCP tool `get_hotel` may return. Other links are left out.',
    hostName,
  ),
  SERAI_LOAD_SHEDDING: choice(
    'on',
    ['on', 'off'],
    'Whether requests are rejected with 503 while the process is late. With `off`, only the limits for concurrent requests apply. Use `off` to compare, not in production.',
  ),
  SERAI_UCP: choice(
    'off',
    ['off', 'draft'],
    'Whether platforms can book with UCP Lodging, a draft that may change incompatibly. `draft` needs the four settings below.',
  ),
  SERAI_UCP_URL: optional(
    'Public address of the API for UCP platforms, for example `https://api.example.com`.',
    httpsOrigin,
  ),
  SERAI_UCP_TERMS_URL: optional("The operator's terms of service, to which UCP platforms link.", httpsUrl),
  SERAI_UCP_PRIVACY_URL: optional("The operator's privacy policy, to which UCP platforms link.", httpsUrl),
  SERAI_UCP_CONTINUE_URL: optional(
    "The operator's page on which a person continues a UCP session. The session is added as the parameter `session`.",
    httpsUrl,
  ),
  SERAI_MAX_CONNECTIONS: integer(
    '10000',
    10,
    1_000_000,
    'Maximum connections per listener and thread. Above 80 % of this number, the connections that have been idle longest are closed. Trusted proxies are exempt.',
  ),
  SERAI_MAX_CONNECTIONS_PER_ADDRESS: integer(
    '',
    1,
    1_000_000,
    'Maximum connections per listener and thread from one client address (IPv6: one /64 network). Default: a tenth of `SERAI_MAX_CONNECTIONS`. Trusted proxies are exempt.',
    'optional',
  ),
  SERAI_METRICS_TOKEN: optional(
    'Bearer token for `/metrics`. The operator token works as well. Without a token, metrics are available only if the listener is bound to a loopback address and the request names a loopback host.',
    String,
    'secret',
  ),
  SERAI_BACKEND_PORT: port('8090', 'Port on which a process with the role `backend` listens.'),
  SERAI_BACKEND_URLS: list(
    '',
    'URLs of the backends, separated by commas, for a process with the role `gateway`.',
    url,
  ),
  SERAI_DATA_DIR: { ...text('./data', 'Data folder: embedded database, keys and tokens.'), parse: folder },
  SERAI_SEED: choice(
    'full',
    ['full', 'none'],
    'What the first start loads: places all over the world and invented hotels for the sandbox, or nothing.',
  ),
  DATABASE_URL: optional('PostgreSQL server to use instead of the embedded one.', url, 'secret'),
  DATABASE_READ_URLS: secretList(
    'Streaming replicas of `DATABASE_URL`, separated by commas. They serve catalogue lists and reports. Each URL must name one server. Set the same value for all processes.',
    postgresUrl,
  ),
  SERAI_REPLICA_MAX_LAG_SECONDS: integer(
    '5',
    2,
    3600,
    'How far a replica in `DATABASE_READ_URLS` may be behind the primary. While it is further behind, the primary serves its reads.',
  ),
  SERAI_DATABASE_CONNECTIONS: integer(
    '',
    1,
    1000,
    'Maximum database connections of each thread. A few more connections read keys. Default: 10, or fewer if the process has more than 6 threads (60 divided by their number, but at least 3).',
    'optional',
  ),
  SERAI_DATABASE_POOLER: choice(
    'none',
    ['none', 'transaction'],
    'Set to `transaction` behind a transaction pooler. Prepared statements and LISTEN are then not used.',
  ),
  REDIS_URL: optional(
    'Redis or Valkey for the rate limit counters of several gateways and for cached search results. For a cluster: `redis+cluster://host:port,host:port,host:port`, or `rediss+cluster://` for TLS. If omitted, each process has its own counters and cache.',
    parseRedisUrl,
    'secret',
  ),
  LIMITER_FAILURE: choice(
    'local',
    ['local', 'open', 'closed'],
    'How rate limits work while Redis is unavailable: enforce a share per node, allow everything, or reject all requests.',
  ),
  TRUSTED_PROXIES: list(
    '',
    'Addresses and CIDR ranges, separated by commas, whose `X-Forwarded-For` is trusted.',
    address,
  ),
  SERAI_BODY_SECONDS: integer(
    '10',
    1,
    30,
    'Seconds within which the complete request body must arrive. A slower request returns 400.',
  ),
  SERAI_WEBHOOK_ALLOWED_TARGETS: list(
    '',
    'Host names, addresses and CIDR ranges, separated by commas, that webhooks may be sent to although they are not public. In the sandbox, plain http and any port are allowed for them. In production, loopback and link-local addresses are never allowed.',
    target,
  ),
  SERAI_WEBHOOK_PORTS: list(
    '443,8443',
    'Ports that webhooks may be sent to, separated by commas.',
    targetPort,
  ),
  SERAI_SMTP_URL: optional(
    'Mail server: `smtp://user:password@host:587` (STARTTLS) or `smtps://user:password@host:465`. Special characters in the user name and password must be percent-encoded. If omitted, no email is sent.',
    smtpUrl,
    'secret',
  ),
  SERAI_MAIL_FROM: optional(
    'Sender of emails, for example `Serai <no-reply@example.com>`. Required with `SERAI_SMTP_URL`.',
    sender,
  ),
  SERAI_MAIL_HOTELS: choice(
    'false',
    ['false', 'true'],
    'Whether hotels with own inventory get an email about each confirmed production booking, if the catalogue has their email address.',
  ),
  SERAI_MAIL_PROVIDERS: choice(
    'true',
    ['false', 'true'],
    'Whether staff get an email when a production provider has been failing for five minutes, and when it has recovered.',
  ),
  SERAI_MASTER_KEY: optional(
    'Master key that encrypts guest data and secrets at rest: 32 bytes in base64. Default: the key file in the data folder.',
    masterKey,
    'secret',
  ),
  SERAI_OPERATOR_TOKEN: optional(
    'Token for the operator API, used by the service and the command line. Default: the token in the data folder.',
    String,
    'secret',
  ),
  NO_COLOR: optional('Any value disables colours in command-line output.', String),
  SERAI_KEY_STALE_SECONDS: integer(
    '60',
    0,
    300,
    'Seconds for which known keys are accepted while the database is unavailable.',
  ),
  SERAI_KEY_CACHE: integer(
    '200000',
    100,
    10_000_000,
    'Maximum number of key records, and of tokens, that each thread caches.',
  ),
  SERAI_LOG_LEVEL: choice(
    'info',
    ['silent', 'error', 'warn', 'info', 'debug'],
    'Minimum level of the process log.',
  ),
  SERAI_REQUEST_LOG_DAYS: integer(
    '',
    1,
    3650,
    'Number of days for which the request log is kept. Default: 30, or 7 with the embedded database.',
    'optional',
  ),
  SERAI_REQUEST_LOG_ROWS_PER_SECOND: integer(
    '2000',
    0,
    1_000_000,
    'Maximum request log rows per second and process. Usage is still counted exactly.',
  ),
  SERAI_REQUEST_LOG_SAMPLE: integer(
    '100',
    1,
    1_000_000,
    'In production, log the bodies of one in N successful reads.',
  ),
  SERAI_AVAILABILITY_CACHE_MB: integer(
    '100',
    0,
    65_536,
    'Megabytes of search results cached per process, which its threads divide, for minutes or hours depending on the arrival date. Parts of responses that are kept with the results have their own limit of the same size, so the cache may take twice as much memory. 0 disables the cache, including the cache in Redis.',
  ),
  SERAI_INVENTORY_CACHE_ENTRIES: integer(
    '10000',
    1,
    1_000_000,
    'Maximum number of own-inventory properties, and of blocks of 16 nights, cached per thread and environment. A property takes about 10 kB and a block at most about 20 kB.',
  ),
  SERAI_TEST_PROVIDER_CACHE: choice(
    'process',
    ['process', 'shared'],
    'Where results of the test providers are cached. `process` is the default, because generating them again takes less CPU time than reading them from Redis. `shared` stores them in Redis, like the results of real providers, to test a deployment.',
  ),
  SERAI_PROVIDER_EXCHANGE_DAYS: integer(
    '730',
    1,
    3650,
    'Number of days after check-out for which exchanges with providers are kept with their bookings, as evidence if an invoice is disputed. When the guest data is erased, the exchanges are deleted too.',
  ),
  SERAI_CONTENT_SYNC: choice(
    'on',
    ['on', 'off'],
    'Whether the hotels of suppliers are read automatically. With `off`, a run starts only on request.',
  ),
  SERAI_CONTENT_DELTA_HOURS: integer(
    '24',
    1,
    720,
    'Hours between two runs that read the hotels of a supplier. Most runs read only changes.',
  ),
  SERAI_CONTENT_FULL_DAYS: integer(
    '7',
    1,
    365,
    'Days after which a run reads all hotels of a supplier instead of the changes. Only such a run notices hotels that a supplier removed without reporting it.',
  ),
  SERAI_CONTENT_REMOVAL_PERCENT: integer(
    '2',
    0,
    100,
    "Percentage of an account's hotels that a run may remove because the supplier no longer lists them. A run that would remove more stops until someone confirms it.",
  ),
  SERAI_GUEST_DAYS: integer(
    '1095',
    1,
    36_500,
    'Number of days after check-out until guest data is erased, unless another period is set for the partner.',
  ),
  SERAI_ERASURE_LIST: optional(
    'File that records requested erasures, so that they can be repeated after a restore. Default: `erasures.jsonl` in the data folder.',
    folder,
  ),
  SERAI_ATTEMPT_LOG: choice(
    'off',
    ['off', 'on'],
    'Whether each booking or cancellation call is first written, encrypted, to the folder `attempts` in the data folder. After a restore, these files show what was sent to providers that cannot list their reservations. They are kept for 35 days.',
  ),
  SERAI_SHUTDOWN_DELAY_SECONDS: integer(
    '1',
    0,
    60,
    'Seconds for which requests are still accepted after SIGTERM, while `/readyz` already fails. Set this to more than the time your load balancer needs to notice the failure. The delay is skipped if no client is connected.',
  ),
  SERAI_SHUTDOWN_SECONDS: integer(
    '130',
    1,
    600,
    'Seconds that requests in progress have to finish after SIGTERM and `SERAI_SHUTDOWN_DELAY_SECONDS`.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    'URL of the OpenTelemetry collector that receives traces over OTLP/HTTP, for example `http://127.0.0.1:4318`. If omitted, tracing is disabled.',
    url,
  ),
  OTEL_EXPORTER_OTLP_HEADERS: optional(
    'Headers for the collector: `name=value`, separated by commas.',
    headers,
    'secret',
  ),
  SERAI_TRACE_SAMPLE: integer('20', 1, 1_000_000, 'Trace one in N requests and jobs.'),
  SERAI_TRACE_CLIENTS: choice(
    'off',
    ['off', 'on'],
    'Whether the `traceparent` header of a client is trusted: its trace continues here, and it decides whether a request is sampled.',
  ),
  SERAI_CHECK_ANSWERS: choice(
    'off',
    ['off', 'on'],
    'Whether every response is validated against the contract, for tests and development.',
  ),
} as const satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof SETTINGS;
export type Settings = { readonly [Name in SettingName]: ReturnType<(typeof SETTINGS)[Name]['parse']> };
