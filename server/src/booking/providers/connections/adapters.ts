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
  /** Returns a description of valid values if the value is invalid, otherwise undefined. */
  problem(value: string | number | boolean): string | undefined;
}

export interface Adapter {
  adapter: string;
  name: string;
  description: string;
  environments: readonly Environment[];
  /** No adapter has secret fields yet. */
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
  description: `Longest time in milliseconds to wait for a search or quote, ${MIN_TIMEOUT_MS} to ${MAX_TIMEOUT_MS}. 0 uses the provider's own limit.`,
  required: false,
  problem: value =>
    value === 0 || isWhole(value, MIN_TIMEOUT_MS, MAX_TIMEOUT_MS)
      ? undefined
      : `Use 0, or a whole number from ${MIN_TIMEOUT_MS} to ${MAX_TIMEOUT_MS}.`,
};

const TEST_PROVIDERS = 3;

export const ADAPTERS: readonly Adapter[] = [
  {
    adapter: 'own-inventory',
    name: 'Own inventory',
    description: 'Rooms and rates managed in this installation. One per environment.',
    environments: ENVIRONMENTS,
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
];

export function adapterOf(code: string): Adapter | undefined {
  return ADAPTERS.find(({ codes }) => codes.test(code));
}

export function adapterView({ adapter: word, name, description, fields }: Adapter): z.input<typeof adapter> {
  return {
    adapter: word,
    name,
    description,
    fields: Object.entries(fields).map(([field, { description: meaning, required }]) => ({
      name: field,
      description: meaning,
      required,
      secret: false,
    })),
  };
}

interface Given {
  settings?: SettingValues | undefined;
  credentials?: SettingValues | undefined;
}

/** Returns the problems with the given values. If `isNew`, required fields must be present. */
export function checkFields({ fields }: Adapter, given: Given, isNew: boolean): ErrorDetail[] {
  const { settings = {}, credentials = {} } = given;
  const unknown = (path: string) => ({
    path,
    code: 'UNKNOWN_FIELD',
    message: 'The adapter has no such field.',
  });
  const missing = Object.entries(fields).filter(
    ([name, { required }]) => isNew && required && settings[name] === undefined,
  );
  return [
    ...Object.keys(credentials).map(name => unknown(`/credentials/${escapePointer(name)}`)),
    ...Object.entries(settings).flatMap(([name, value]): ErrorDetail[] => {
      const path = `/settings/${escapePointer(name)}`;
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (field === undefined) return [unknown(path)];
      const message = field.problem(value);
      return message === undefined ? [] : [{ path, code: 'INVALID_VALUE', message }];
    }),
    ...missing.map(([name, { description }]) => ({
      path: `/settings/${name}`,
      code: 'REQUIRED',
      message: description,
    })),
  ];
}

function isWhole(value: unknown, min: number, max: number): boolean {
  return Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
}

function numberOf(code: string): number {
  return Number(code.replace(/^\D+/, ''));
}
