/** The adapters that a provider can be connected with, and what each takes. Pure. */
import type { adapter } from '@serai/contract/account/providers.ts';
import type { ErrorDetail } from '@serai/contract/errors.ts';
import { ENVIRONMENTS, type Environment } from '@serai/contract/shared/answer.ts';
import type { z } from 'zod';
import { escapePointer } from '../../../platform/operations/json-guard.ts';

export type SettingValues = Readonly<Record<string, string | number | boolean>>;

interface Field {
  description: string;
  required: boolean;
  /** What a value must be, in words; undefined when it is that. */
  refuse(value: string | number | boolean): string | undefined;
}

export interface Adapter {
  adapter: string;
  name: string;
  description: string;
  environments: readonly Environment[];
  /** None is secret as yet. */
  fields: Readonly<Record<string, Field>>;
  codes: RegExp;
  /** Of the provider that the settings mean. */
  codeOf(settings: SettingValues): string;
  nameOf(code: string): string;
  /** Settings that follow from which provider it is. */
  ownSettings(code: string): SettingValues;
}

export const MIN_TIMEOUT_MS = 100;
export const MAX_TIMEOUT_MS = 60_000;

const TIMEOUT: Field = {
  description: `Most milliseconds that a search or a quote waits for it, ${MIN_TIMEOUT_MS} to ${MAX_TIMEOUT_MS}; 0 is its own limit.`,
  required: false,
  refuse: value =>
    value === 0 || isWhole(value, MIN_TIMEOUT_MS, MAX_TIMEOUT_MS)
      ? undefined
      : `Use 0, or a whole number from ${MIN_TIMEOUT_MS} to ${MAX_TIMEOUT_MS}.`,
};

const TEST_PROVIDERS = 3;

export const ADAPTERS: readonly Adapter[] = [
  {
    adapter: 'own-inventory',
    name: 'Own inventory',
    description: 'Rooms and rates kept in this service. One in each environment.',
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
    description: 'Sells rooms that do not exist and acts out the scenarios. Three of them, in the sandbox.',
    environments: ['sandbox'],
    fields: {
      number: {
        description: `Which of them, 1 to ${TEST_PROVIDERS}.`,
        required: true,
        refuse: value =>
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

/** What is wrong with the values. `isNew`: required ones must be there. */
export function checkFields({ fields }: Adapter, given: Given, isNew: boolean): ErrorDetail[] {
  const { settings = {}, credentials = {} } = given;
  const unknown = (path: string) => ({
    path,
    code: 'UNKNOWN_FIELD',
    message: 'The adapter has no such field here.',
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
      const message = field.refuse(value);
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
