/** The state of the installation and its signing key. */
import { z } from 'zod';
import { defineOperatorOperation } from '../operator-operation.ts';
import { choice, count, flag, instant } from '../shared/values.ts';

export const signingKey = z
  .strictObject({
    kid: z.string().describe('Id of the key that signs now.'),
    since: instant().describe('When it began to sign.'),
    next: z
      .strictObject({ kid: z.string(), from: instant().describe('When it will begin to sign.') })
      .nullable()
      .describe('The key that is published and waits; null while none is.'),
    rotatesAt: instant().describe('When the next planned rotation is due.'),
  })
  .describe('The key that signs the tokens between gateway and backend.');

export type SigningKeyStatus = z.input<typeof signingKey>;

export const SIGNING_KEY_EXAMPLE = {
  kid: 'sig_01J9ZC4T3E',
  since: '2026-07-01T09:00:00Z',
  next: null,
  rotatesAt: '2026-07-31T09:00:00Z',
} satisfies SigningKeyStatus;

/** Work that is due is counted up to here. */
export const MAX_QUEUED = 10_000;

const nodeRole = () => choice(['all', 'gateway', 'backend', 'worker']);

const connection = {
  reachable: flag(),
  version: z.string().nullable().describe('What the other side says it is; null while unreachable.'),
};

const degradedMode = z.strictObject({
  mode: z.string().describe('Name of the mode.'),
  since: instant(),
  effect: z.string().describe('What clients and operators notice.'),
});

const check = z.strictObject({
  name: z.string(),
  ready: flag(),
  message: z.string().nullable().describe('What it waits for.'),
});

const job = z.strictObject({
  name: z.string().describe('A kind of job, or `webhooks` for deliveries.'),
  queued: count(0, MAX_QUEUED).describe(
    `Work that is due and waits, of all organisations. At most ${MAX_QUEUED} are counted.`,
  ),
  dead: count(0, Number.MAX_SAFE_INTEGER).describe('Given up; they wait for a person.'),
  lagSeconds: z.number().min(0).describe('Age of the oldest work that is due.'),
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
  role: 'read-only',
  staff: true,
  summary: 'Show the state of the service',
  description: 'What the answering node knows about itself, its connections and the other nodes.',
  input: z.strictObject({}),
  output: z.strictObject({
    version: z.string(),
    nodeId: z.string().describe('The node that answers.'),
    role: nodeRole(),
    startedAt: instant(),
    ready: flag().describe('Whether it may take traffic.'),
    checks: z.array(check).describe('What readiness is made of.'),
    database: z.strictObject({ kind: choice(['embedded', 'server']), ...connection }),
    redis: z.strictObject(connection).nullable().describe('Null when counters are kept in the process.'),
    degraded: z.array(degradedMode).describe('Empty in normal running.'),
    droppedLogRows: count(0, Number.MAX_SAFE_INTEGER).describe('Since the start of this node.'),
    jobs: z.array(job),
    nodes: z.array(node).describe('Live nodes, this one included.'),
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
  role: 'admin',
  staff: true,
  summary: 'Rotate the signing key',
  description:
    'Publishes a new key now and lets it sign 15 minutes later, so that no request fails. While one already waits, it answers with that one.',
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
