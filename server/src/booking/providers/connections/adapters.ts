/** The adapters that a provider can be connected with, and the settings that each accepts. */
import type { adapter } from '@serai/contract/account/providers.ts';
import type { ErrorDetail } from '@serai/contract/errors.ts';
import { ENVIRONMENTS, type Environment } from '@serai/contract/shared/answer.ts';
import type { z } from 'zod';
import { escapePointer } from '../../../platform/operations/json-guard.ts';

export type SettingValues = Readonly<Record<string, string | number | boolean>>;

interface Field {
  description: string;
  required: boolean;
  /** Secret values belong in `credentials`. They are stored encrypted and never shown. */
  secret?: true;
  /** Returns a description of valid values if the value is invalid, otherwise undefined. */
  problem(value: string | number | boolean): string | undefined;
}

export interface Adapter {
  adapter: string;
  name: string;
  description: string;
  environments: readonly Environment[];
  /** Built-in providers exist in every installation. The others are accounts that the operator connects. */
  isBuiltIn: boolean;
  fields: Readonly<Record<string, Field>>;
  codes: RegExp;
  /** Code of the provider that the settings refer to. */
  codeOf(settings: SettingValues): string;
  nameOf(code: string): string;
  /** Settings that follow from the provider's code. */
  ownSettings(code: string): SettingValues;
}

export const MIN_TIMEOUT_MS = 100;
export const MAX_TIMEOUT_MS = 60_000;

const TIMEOUT: Field = {
  description: `Maximum time to wait for a search or quote, in milliseconds, ${MIN_TIMEOUT_MS} to ${MAX_TIMEOUT_MS}. 0 uses the provider's own limit.`,
  required: false,
  problem: value =>
    value === 0 || isWhole(value, MIN_TIMEOUT_MS, MAX_TIMEOUT_MS)
      ? undefined
      : `Use 0, or a whole number from ${MIN_TIMEOUT_MS} to ${MAX_TIMEOUT_MS}.`,
};

const TEST_PROVIDERS = 3;

const MAX_CALLS = 10_000_000;

/** Fields of every account at a supplier. */
const ACCOUNT_FIELDS = {
  perMinute: callLimit('Maximum number of calls per minute, as agreed with the supplier. 0 sets no limit.'),
  perDay: callLimit('Maximum number of calls per day, as agreed with the supplier. 0 sets no limit.'),
  baseUrl: {
    description: 'Address of a simulator. Only for accounts in the sandbox.',
    required: false,
    problem: value =>
      isWebAddress(value) ? undefined : 'Use an address that starts with http:// or https://.',
  },
  timeoutMs: TIMEOUT,
} satisfies Record<string, Field>;

function callLimit(description: string): Field {
  return {
    description,
    required: false,
    problem: value =>
      isWhole(value, 0, MAX_CALLS) ? undefined : `Use a whole number from 0 to ${MAX_CALLS}.`,
  };
}

function secret(description: string): Field {
  return {
    description,
    required: true,
    secret: true,
    problem: value =>
      /^[!-~]+$/.test(String(value)) ? undefined : 'Use printable characters without spaces.',
  };
}

/** An adapter whose providers are accounts. Their code is the adapter's name, optionally with a suffix. */
function accountAdapter(
  given: Pick<Adapter, 'adapter' | 'name' | 'description'> & { fields: Record<string, Field> },
): Adapter {
  const codes = new RegExp(`^${given.adapter}(-[a-z0-9]+)*$`);
  return {
    ...given,
    environments: ENVIRONMENTS,
    isBuiltIn: false,
    fields: { ...given.fields, ...ACCOUNT_FIELDS },
    codes,
    codeOf: () => given.adapter,
    nameOf: code => (code === given.adapter ? given.name : `${given.name} (${code})`),
    ownSettings: () => ({}),
  };
}

export const ADAPTERS: readonly Adapter[] = [
  {
    adapter: 'own-inventory',
    name: 'Own inventory',
    description: 'Rooms and rates managed in this installation. One per environment.',
    environments: ENVIRONMENTS,
    isBuiltIn: true,
    fields: { timeoutMs: TIMEOUT },
    codes: /^own$/,
    codeOf: () => 'own',
    nameOf: () => 'Own inventory',
    ownSettings: () => ({}),
  },
  {
    adapter: 'test-provider',
    name: 'Test provider',
    description:
      'Sells invented rooms and runs the scenarios. The sandbox has three test providers; production has none.',
    environments: ['sandbox'],
    isBuiltIn: true,
    fields: {
      number: {
        description: `Number of the test provider, 1 to ${TEST_PROVIDERS}.`,
        required: true,
        problem: value =>
          isWhole(value, 1, TEST_PROVIDERS) ? undefined : `Use a whole number from 1 to ${TEST_PROVIDERS}.`,
      },
      timeoutMs: TIMEOUT,
    },
    codes: /^test-\d+$/,
    codeOf: ({ number }) => `test-${number}`,
    nameOf: code => `Test provider ${numberOf(code)}`,
    ownSettings: code => ({ number: numberOf(code) }),
  },
  accountAdapter({
    adapter: 'liteapi',
    name: 'LiteAPI',
    description: 'Rooms from LiteAPI v3. The key determines whether sandbox or live rooms are used.',
    fields: { apiKey: secret('API key. Keys for the sandbox start with sand_.') },
  }),
  accountAdapter({
    adapter: 'hotelbeds',
    name: 'Hotelbeds',
    description: 'Rooms from Hotelbeds (APItude Booking API).',
    fields: {
      apiKey: secret('API key.'),
      secret: secret('Shared secret that signs every request.'),
      pathVersion: {
        description: 'Version in the path of the Booking API, for example 1.0.',
        required: false,
        problem: value => (/^\d\.\d$/.test(String(value)) ? undefined : 'Use a version such as "1.0".'),
      },
    },
  }),
  accountAdapter({
    adapter: 'rapid',
    name: 'Expedia Rapid',
    description: 'Rooms from Expedia Group (Rapid v3).',
    fields: { apiKey: secret('API key.'), secret: secret('Shared secret that signs every request.') },
  }),
];

export function adapterOf(code: string): Adapter | undefined {
  return ADAPTERS.find(({ codes }) => codes.test(code));
}

export function adapterView({ adapter: word, name, description, fields }: Adapter): z.input<typeof adapter> {
  return {
    adapter: word,
    name,
    description,
    fields: Object.entries(fields).map(([field, { description: meaning, required, secret: isSecret }]) => ({
      name: field,
      description: meaning,
      required,
      secret: isSecret ?? false,
    })),
  };
}

interface Given {
  settings?: SettingValues | undefined;
  credentials?: SettingValues | undefined;
}

/** Returns all problems with the given values. If `isNew`, required fields must be present. */
export function checkFields({ fields }: Adapter, given: Given, isNew: boolean): ErrorDetail[] {
  const groups = [
    { group: 'settings', values: given.settings ?? {}, isSecret: false },
    { group: 'credentials', values: given.credentials ?? {}, isSecret: true },
  ];
  return groups.flatMap(({ group, values, isSecret }) => {
    const own = Object.entries(fields).filter(([, field]) => (field.secret ?? false) === isSecret);
    const known = new Map(own);
    return [
      ...Object.entries(values).flatMap(([name, value]): ErrorDetail[] => {
        const path = `/${group}/${escapePointer(name)}`;
        const field = known.get(name);
        if (field === undefined)
          return [{ path, code: 'UNKNOWN_FIELD', message: `The adapter has no such field in ${group}.` }];
        const message = field.problem(value);
        return message === undefined ? [] : [{ path, code: 'INVALID_VALUE', message }];
      }),
      ...own
        .filter(([name, { required }]) => isNew && required && !Object.hasOwn(values, name))
        .map(([name, { description }]) => ({
          path: `/${group}/${name}`,
          code: 'REQUIRED',
          message: description,
        })),
    ];
  });
}

function isWebAddress(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  return ['http:', 'https:'].includes(new URL(value).protocol);
}

function isWhole(value: unknown, min: number, max: number): boolean {
  return Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
}

function numberOf(code: string): number {
  return Number(code.replace(/^\D+/, ''));
}
