import { z } from 'zod';
import { defineOperatorOperation } from '../operator-operation.ts';
import { anyCount, choice, count, flag, instant } from '../shared/values.ts';

export const signingKey = z
  .strictObject({
    kid: z.string().describe('ID of the key that currently signs.'),
    since: instant().describe('When this key started signing.'),
    next: z
      .strictObject({ kid: z.string(), from: instant().describe('When the next key will start signing.') })
      .nullable()
      .describe('The next key, already published. Null if the next key does not exist yet.'),
    rotatesAt: instant().describe('When the next scheduled rotation is due.'),
  })
  .describe('The key that signs the tokens between gateway and backend.');

export type SigningKeyStatus = z.input<typeof signingKey>;

export const SIGNING_KEY_EXAMPLE = {
  kid: 'sig_01J9ZC4T3E',
  since: '2026-07-01T09:00:00Z',
  next: null,
  rotatesAt: '2026-07-31T09:00:00Z',
} satisfies SigningKeyStatus;

/** Counting of due work stops at this number. */
export const MAX_QUEUED = 10_000;

const nodeRole = () => choice(['all', 'gateway', 'backend', 'worker']);

const connection = {
  reachable: flag(),
  version: z.string().nullable().describe('Version reported by the server. Null while it is unreachable.'),
};

const replica = z.strictObject({
  name: z.string().describe('Host and port.'),
  state: choice(['UP', 'DEGRADED', 'DOWN']).describe(
    '`UP` if it serves reads, `DEGRADED` if it lags too far behind, `DOWN` if it does not respond.',
  ),
  lagSeconds: z
    .number()
    .min(0)
    .nullable()
    .describe('How far it is behind the primary, in seconds. Null if it has never responded.'),
});

const degradedMode = z.strictObject({
  mode: z.string().describe('Name of the mode.'),
  since: instant(),
  effect: z.string().describe('The effect on clients and staff.'),
});

const check = z.strictObject({
  name: z.string(),
  ready: flag(),
  message: z.string().nullable().describe('What the check is waiting for.'),
});

const job = z.strictObject({
  name: z.string().describe('A kind of job, or `webhooks` for deliveries.'),
  queued: count(0, MAX_QUEUED).describe(
    `Number of due jobs or deliveries that are waiting, for all partners. At most ${MAX_QUEUED} are counted.`,
  ),
  dead: anyCount().describe('Jobs that failed permanently and need to be retried manually.'),
  lagSeconds: z.number().min(0).describe('How long the oldest due work has been waiting, in seconds.'),
});

const node = z.strictObject({
  nodeId: z.string(),
  role: nodeRole(),
  version: z.string(),
  startedAt: instant(),
  seenAt: instant(),
});

export const showSystemStatus = defineOperatorOperation({
  name: 'system/status',
  permission: 'system:view',
  summary: 'Show the state of the installation',
  description: 'Returns the state of the responding node, its connections and the other nodes.',
  input: z.strictObject({}),
  output: z.strictObject({
    version: z.string(),
    nodeId: z.string().describe('The responding node.'),
    role: nodeRole(),
    startedAt: instant(),
    ready: flag().describe('Whether the node accepts traffic.'),
    checks: z.array(check).describe('The checks that determine readiness.'),
    database: z.strictObject({ kind: choice(['embedded', 'server']), ...connection }),
    replicas: z.array(replica).describe('Read replicas of the database, as the responding node sees them.'),
    redis: z.strictObject(connection).nullable().describe('Null if the counters are in process memory.'),
    degraded: z.array(degradedMode).describe('Degraded modes that are active. Empty in normal operation.'),
    droppedLogRows: anyCount().describe('Log entries dropped since this node started.'),
    jobs: z.array(job),
    nodes: z.array(node).describe('Live nodes, including this one.'),
    signingKey,
  }),
  examples: {
    request: {},
    answer: {
      version: '0.1.0',
      nodeId: 'nod_01J9ZC4T3E',
      role: 'all',
      startedAt: '2026-07-01T09:00:00Z',
      ready: true,
      checks: [{ name: 'database', ready: true, message: null }],
      database: { kind: 'embedded', reachable: true, version: '18.4' },
      replicas: [],
      redis: null,
      degraded: [],
      droppedLogRows: 0,
      jobs: [{ name: 'webhooks', queued: 0, dead: 0, lagSeconds: 0 }],
      nodes: [
        {
          nodeId: 'nod_01J9ZC4T3E',
          role: 'all',
          version: '0.1.0',
          startedAt: '2026-07-01T09:00:00Z',
          seenAt: '2026-07-02T10:15:00Z',
        },
      ],
      signingKey: SIGNING_KEY_EXAMPLE,
    },
  },
});

export type SystemStatus = z.input<typeof showSystemStatus.output>;

export const rotateSigningKey = defineOperatorOperation({
  name: 'system/rotate-signing-key',
  permission: 'system:manage',
  summary: 'Rotate the signing key',
  description:
    'Publishes a new key immediately. It starts signing 15 minutes later, so that no request fails. If a published key is already waiting, that key is returned.',
  input: z.strictObject({}),
  output: z.strictObject({ signingKey }),
  examples: {
    request: {},
    answer: {
      signingKey: {
        ...SIGNING_KEY_EXAMPLE,
        next: { kid: 'sig_01J9ZD8K5M', from: '2026-07-02T10:30:00Z' },
      },
    },
  },
});

const shownSetting = z.strictObject({
  name: z.string().describe('Name of the environment variable.'),
  description: z.string(),
  value: z.string().nullable().describe('Null if the setting is a secret, or is not set.'),
  secret: flag().describe('Whether the value is a secret, which is never shown.'),
  set: flag().describe('Whether the setting has a value.'),
  changed: flag().describe('Whether the value differs from the default.'),
});

export type ShownSetting = z.input<typeof shownSetting>;

export const listSettings = defineOperatorOperation({
  name: 'system/settings',
  permission: 'system:manage',
  summary: 'List the settings of the installation',
  description:
    'Returns the settings of the node that responds, from its environment variables. They can be changed only there, and take effect at the next start.',
  input: z.strictObject({}),
  output: z.strictObject({ settings: z.array(shownSetting) }),
  examples: {
    request: {},
    answer: {
      settings: [
        {
          name: 'SERAI_PORT',
          description: 'Port of the API.',
          value: '8080',
          secret: false,
          set: true,
          changed: false,
        },
      ],
    },
  },
});
