import type { adapter } from '@serai/contract/account/providers.ts';
import {
  type AccountField,
  accountFields,
  SUPPLIER_ACCOUNTS,
  timeoutSetting,
} from '@serai/contract/account/supplier-accounts.ts';
import type { ErrorDetail } from '@serai/contract/errors.ts';
import { ENVIRONMENTS, type Environment } from '@serai/contract/shared/answer.ts';
import { z } from 'zod';
import { escapePointer } from '../../../platform/operations/json-guard.ts';

export type SettingValue = string | number | boolean;
export type SettingValues = Readonly<Record<string, SettingValue>>;

interface Field extends AccountField {
  /** Returns a description of valid values if the value is invalid, otherwise undefined. */
  problem(value: SettingValue): string | undefined;
}

export interface Adapter {
  adapter: string;
  name: string;
  description: string;
  environments: readonly Environment[];
  /** Built-in providers exist in every installation. The others are accounts that the operator connects. */
  isBuiltIn: boolean;
  fields: readonly Field[];
  codes: RegExp;
  /** Code of the provider that the settings refer to. */
  codeOf(settings: SettingValues): string;
  nameOf(code: string): string;
  /** Settings that follow from the provider's code. */
  ownSettings(code: string): SettingValues;
}

const TEST_PROVIDERS = 3;

/** The fields of a schema. Secret values belong in `credentials`. They are stored encrypted and never shown in full. */
function fieldsOf(schema: z.ZodObject, isSecret = false): Field[] {
  return accountFields(schema, isSecret).map(field => ({
    ...field,
    problem(value) {
      const isCleared = !field.required && isUnset(value);
      const parsed = isCleared ? undefined : schema.shape[field.name]?.safeParse(value);
      return parsed?.error === undefined ? undefined : (parsed.error.issues[0]?.message ?? 'Invalid value.');
    },
  }));
}

/** Empty strings and zero remove an optional setting. */
export function isUnset(value: SettingValue): boolean {
  return value === '' || value === 0;
}

const builtInFields = (own: z.ZodRawShape = {}) =>
  fieldsOf(z.strictObject({ ...own, timeoutMs: timeoutSetting().optional() }));

/**
 * The providers of these adapters are accounts. A provider's code is the name of its adapter, optionally with a suffix.
 */
const ACCOUNT_ADAPTERS = Object.entries(SUPPLIER_ACCOUNTS).map(
  ([word, { name, description, credentials, settings }]): Adapter => ({
    adapter: word,
    name,
    description,
    environments: ENVIRONMENTS,
    isBuiltIn: false,
    fields: [...fieldsOf(credentials, true), ...fieldsOf(settings)],
    codes: new RegExp(`^${word}(-[a-z0-9]+)*$`),
    codeOf: () => word,
    nameOf: code => (code === word ? name : `${name} (${code})`),
    ownSettings: () => ({}),
  }),
);

export const ADAPTERS: readonly Adapter[] = [
  {
    adapter: 'own-inventory',
    name: 'Own inventory',
    description: 'Rooms and rates managed in this installation. One per environment.',
    environments: ENVIRONMENTS,
    isBuiltIn: true,
    fields: builtInFields(),
    codes: /^own$/,
    codeOf: () => 'own',
    nameOf: () => 'Own inventory',
    ownSettings: () => ({}),
  },
  {
    adapter: 'test-provider',
    name: 'Test provider',
    description:
      'Sells fictitious rooms and runs the scenarios. The sandbox has three test providers; production has none.',
    environments: ['sandbox'],
    isBuiltIn: true,
    fields: builtInFields({ number: testProviderNumber() }),
    codes: /^test-\d+$/,
    codeOf: ({ number }) => `test-${number}`,
    nameOf: code => `Test provider ${numberOf(code)}`,
    ownSettings: code => ({ number: numberOf(code) }),
  },
  ...ACCOUNT_ADAPTERS,
];

function testProviderNumber() {
  const error = `Use a whole number from 1 to ${TEST_PROVIDERS}.`;
  return z
    .int({ error })
    .min(1, { error })
    .max(TEST_PROVIDERS, { error })
    .meta({ title: 'Number' })
    .describe(`Number of the test provider, 1 to ${TEST_PROVIDERS}.`);
}

export function adapterOf(code: string): Adapter | undefined {
  return ADAPTERS.find(({ codes }) => codes.test(code));
}

export function adapterView({ adapter: word, name, description, fields }: Adapter): z.input<typeof adapter> {
  return {
    adapter: word,
    name,
    description,
    fields: fields.map(({ problem: _, choices, ...field }) => ({ ...field, choices: [...choices] })),
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
    const own = fields.filter(({ secret }) => secret === isSecret);
    return [
      ...Object.entries(values).flatMap(([name, value]): ErrorDetail[] => {
        const path = `/${group}/${escapePointer(name)}`;
        const field = own.find(each => each.name === name);
        if (field === undefined) return [{ path, code: 'UNKNOWN_FIELD', message: unknownField(group, own) }];
        const message = field.problem(value);
        return message === undefined ? [] : [{ path, code: 'INVALID_VALUE', message }];
      }),
      ...own
        .filter(({ name, required }) => isNew && required && !Object.hasOwn(values, name))
        .map(({ name, description }) => ({
          path: `/${group}/${name}`,
          code: 'REQUIRED',
          message: description,
        })),
    ];
  });
}

function unknownField(group: string, known: readonly Field[]): string {
  const names = known.map(({ name }) => name).join(', ');
  return `The adapter has no such field in ${group}.${names === '' ? '' : ` Use ${names}.`}`;
}

function numberOf(code: string): number {
  return Number(code.replace(/^\D+/, ''));
}
