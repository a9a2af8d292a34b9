import { z } from 'zod';
import { defineOperatorOperation } from '../operator-operation.ts';
import { environment } from '../shared/answer.ts';
import { partnerId } from '../shared/ids.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { lineOfText } from '../shared/text.ts';
import { anyCount, choice, count, flag, instant } from '../shared/values.ts';
import { providerId } from './fields.ts';
import { supportContact, supportContactInput } from './support-contact.ts';

export const providerName = () => lineOfText(100).describe('Display name.');

export const providerPreference = () =>
  count(0, 1_000).describe('If offers have the same price, the provider with the lowest value wins.');

export const providerCredentials = () =>
  z
    .record(z.string().min(1).max(64), z.string().min(1).max(4_096))
    .describe("Values of the adapter's secret fields. Stored encrypted and never returned.");

export const providerSettings = () =>
  z
    .record(z.string().min(1).max(64), z.union([z.string().max(2_048), z.number(), z.boolean()]))
    .describe("Values of the adapter's fields that are not secret.");

export const providerCode = () =>
  z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lower-case letters, digits and hyphens.')
    .max(32)
    .describe(
      'Identifies the provider in searches and bookings. Unique in its environment and never reused.',
    );

export const provider = z.strictObject({
  providerId: providerId(),
  code: providerCode(),
  adapter: z.string().describe('The adapter that connects to the provider.'),
  name: providerName(),
  environment: environment(),
  enabled: flag(),
  preference: providerPreference(),
  settings: providerSettings(),
  credentialNames: z.array(z.string()).describe('Secret fields that have a value.'),
  credentials: z
    .array(
      z.strictObject({
        name: z.string(),
        lastCharacters: z.string().describe('The last four characters. Empty if the value is short.'),
        setAt: instant(),
      }),
    )
    .describe('Secret fields that have a value, without the values.'),
  health: z.strictObject({
    state: choice(['UP', 'DEGRADED', 'DOWN', 'UNKNOWN']),
    since: instant(),
    message: z.string().nullable().describe('Explanation of the state. Null if UP.'),
  }),
  supportContact: supportContact(),
  partnerSettings: z
    .array(
      z.strictObject({
        partnerId: partnerId(),
        name: providerName(),
        enabled: flag(),
        preference: providerPreference(),
        settings: providerSettings(),
      }),
    )
    .describe(
      'Partners to which their own settings apply instead of these. Their settings were carried over from an earlier version, in which each partner had its own.',
    ),
  createdAt: instant(),
  updatedAt: instant(),
});

export const adapter = z.strictObject({
  adapter: z.string(),
  name: z.string(),
  description: z.string(),
  fields: z.array(
    z.strictObject({
      name: z.string(),
      label: z.string().describe('Display name of the field.'),
      description: z.string(),
      type: choice(['TEXT', 'NUMBER', 'CHOICE', 'FLAG']),
      choices: z.array(z.string()).describe('The possible values of a CHOICE.'),
      default: z.string().nullable().describe('The default value. Null if the field has no default.'),
      required: flag(),
      secret: flag().describe('Whether the field belongs in `credentials` rather than `settings`.'),
    }),
  ),
});

export const PROVIDER_EXAMPLE = {
  providerId: 'prv_production_own',
  code: 'own',
  adapter: 'own-inventory',
  name: 'Own inventory',
  environment: 'production',
  enabled: true,
  preference: 10,
  settings: {},
  credentialNames: [],
  credentials: [],
  health: { state: 'UP', since: '2026-07-01T09:00:00Z', message: null },
  supportContact: {
    email: 'support@provider.example',
    phone: '+34 910 000 000',
    website: null,
    note: 'Open 24 hours, quote the booking reference.',
  },
  partnerSettings: [],
  createdAt: '2026-07-01T09:00:00Z',
  updatedAt: '2026-07-01T09:00:00Z',
} satisfies z.input<typeof provider>;

export const listProviders = defineOperatorOperation({
  name: 'providers/list',
  permission: 'providers:view',
  summary: 'List providers',
  description:
    'Returns the connected providers in order of preference, and the adapters available for new connections.',
  input: z.strictObject({
    environment: environment().optional().describe('Default: both environments.'),
    page: pageInput(200, 50),
  }),
  output: z.strictObject({
    providers: z.array(provider),
    adapters: z.array(adapter),
    page: pageOutput(),
  }),
  errors: ['INVALID_CURSOR'],
  examples: {
    request: { environment: 'production' },
    answer: {
      providers: [PROVIDER_EXAMPLE],
      adapters: [
        {
          adapter: 'own-inventory',
          name: 'Own inventory',
          description: 'Hotels, rates and allotments stored in this installation.',
          fields: [],
        },
      ],
      page: { nextCursor: null, hasMore: false },
    },
  },
});

export const connectProvider = defineOperatorOperation({
  name: 'providers/connect',
  permission: 'providers:edit',
  summary: 'Connect a provider',
  description:
    'Tests the connection once and stores it. An unreachable provider is stored as well, and `health` reports the problem. Unknown fields, missing required fields and credentials of the other environment are rejected with 400. A code that is already in use is rejected with 409. To change an account, use `providers/update`. Built-in providers are already connected. Reconnecting one replaces its settings.',
  input: z.strictObject({
    adapter: z.string().min(1).max(64),
    code: providerCode()
      .optional()
      .describe(
        "Only for accounts at suppliers. Use the adapter's name, with a suffix for a second account, such as `liteapi-us`. Default: the adapter's name.",
      ),
    name: providerName().optional().describe("Display name. Default: the adapter's name."),
    environment: environment(),
    preference: providerPreference().optional(),
    credentials: providerCredentials().optional(),
    settings: providerSettings().optional(),
  }),
  output: z.strictObject({ provider }),
  errors: ['INVALID_STATE'],
  examples: {
    request: { adapter: 'own-inventory', name: 'Own inventory', environment: 'production', preference: 10 },
    answer: { provider: PROVIDER_EXAMPLE },
  },
});

export const updateProvider = defineOperatorOperation({
  name: 'providers/update',
  permission: 'providers:edit',
  summary: 'Change a provider',
  description:
    'Changes only the given fields. The same applies within `credentials`, `settings` and `supportContact`. New credentials are tested first. If the test fails, nothing is changed and the response is 409, or 400 if the credentials belong to the other environment. Calls that are already running finish with the old credentials. A disabled provider receives no searches or bookings, but its existing bookings can still be read and cancelled.',
  input: z.strictObject({
    providerId: providerId(),
    name: providerName().optional(),
    enabled: flag().optional(),
    preference: providerPreference().optional(),
    credentials: providerCredentials().optional(),
    settings: providerSettings().optional(),
    supportContact: supportContactInput().optional(),
  }),
  output: z.strictObject({ provider }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: {
    request: { providerId: PROVIDER_EXAMPLE.providerId, enabled: false },
    answer: { provider: { ...PROVIDER_EXAMPLE, enabled: false } },
  },
});

export const probeProvider = defineOperatorOperation({
  name: 'providers/probe',
  permission: 'providers:edit',
  summary: 'Test the connection to a provider',
  description:
    'Tests the connection with the stored credentials step by step: whether the provider responds, accepts the credentials, and serves the environment, whether the clocks agree, and whether content and a search work. The calls count towards the budget of the account. Nothing is booked or changed.',
  input: z.strictObject({ providerId: providerId() }),
  output: z.strictObject({
    works: flag().describe('True if no step failed.'),
    message: z.string().describe('What works, or the first problem.'),
    steps: z
      .array(
        z.strictObject({
          step: choice(['REACHABLE', 'CREDENTIALS', 'ENVIRONMENT', 'CLOCK', 'CONTENT', 'SEARCH']),
          result: choice(['PASSED', 'FAILED', 'SKIPPED']),
          message: z.string().describe('The result of the step in words.'),
          supplierSays: z
            .string()
            .nullable()
            .describe("The supplier's error message, as short plain text without personal data."),
          nextStep: z.string().nullable().describe('What to do if the step failed. Otherwise null.'),
        }),
      )
      .describe('Built-in providers have one step.'),
    durationMs: anyCount(),
  }),
  errors: ['NOT_FOUND'],
  examples: {
    request: { providerId: 'prv_production_liteapi' },
    answer: {
      works: false,
      message: 'The provider rejected the credentials.',
      steps: [
        {
          step: 'REACHABLE',
          result: 'PASSED',
          message: 'The provider responds.',
          supplierSays: null,
          nextStep: null,
        },
        {
          step: 'CREDENTIALS',
          result: 'FAILED',
          message: 'The provider rejected the credentials.',
          supplierSays: 'Unauthorized',
          nextStep: 'Set the credentials again with serai providers update.',
        },
      ],
      durationMs: 312,
    },
  },
});

export const shareProvider = defineOperatorOperation({
  name: 'providers/share',
  permission: 'providers:edit',
  summary: 'Share the provider settings of a partner',
  description:
    "Removes the separate settings that a partner has for a provider, so that the same settings apply to all partners. By default, the partner's settings become the settings of all partners. With `keep: OPERATOR`, the operator's settings stay, and those of the partner are deleted. Returns INVALID_STATE if the partner has no settings of its own.",
  input: z.strictObject({
    providerId: providerId(),
    partnerId: partnerId(),
    keep: choice(['PARTNER', 'OPERATOR'])
      .default('PARTNER')
      .describe('Whose settings apply to all partners afterwards. Default: PARTNER.'),
  }),
  output: z.strictObject({ provider }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: {
    request: { providerId: PROVIDER_EXAMPLE.providerId, partnerId: 'prt_01J9ZC4T3E' },
    answer: { provider: PROVIDER_EXAMPLE },
  },
});
