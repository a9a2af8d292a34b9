/** The settings of accounts at suppliers as options, such as `--rates-per-hotel 15`, and their checks. */
import {
  type AccountField,
  accountFields,
  isSupplierName,
  SUPPLIER_ACCOUNTS,
  type SupplierName,
} from '@serai/contract/account/supplier-accounts.ts';
import { kebab } from '../derived/option-fields.ts';
import type { OptionSpec, OptionSpecs } from '../frame/command.ts';
import { readCredentialsFile, secretFields } from './provider-credentials.ts';

type Values = Readonly<Record<string, unknown>>;
type Settings = Record<string, string | number | boolean>;

export const CREDENTIALS_FILE = {
  'credentials-file': {
    type: 'text',
    value: '<path>',
    description:
      'File with the credentials, as a JSON object or lines such as apiKey=…. Only you may have access to the file. Default: the command asks for the credentials.',
  },
} as const satisfies OptionSpecs;

const SUPPLIERS = Object.keys(SUPPLIER_ACCOUNTS) as SupplierName[];

function settingFields(supplier: SupplierName): AccountField[] {
  return accountFields(SUPPLIER_ACCOUNTS[supplier].settings, false);
}

/** Returns one option for each setting. If only some suppliers have the setting, the description names them. */
export function settingOptions(): OptionSpecs {
  const specs: Record<string, OptionSpec> = {};
  const names = new Set(SUPPLIERS.flatMap(supplier => settingFields(supplier).map(({ name }) => name)));
  for (const name of names) {
    const owners = SUPPLIERS.filter(supplier => settingFields(supplier).some(each => each.name === name));
    const field = settingFields(owners[0] as SupplierName).find(each => each.name === name) as AccountField;
    const only = owners.length === SUPPLIERS.length ? '' : `Only for ${owners.join(' and ')}. `;
    specs[kebab(name)] = specOf(field, `${only}${field.description}`);
  }
  return specs;
}

function specOf(field: AccountField, description: string): OptionSpec {
  const usual = field.default === null ? {} : { serviceDefault: field.default };
  switch (field.type) {
    case 'NUMBER':
      return { type: 'number', description, ...usual };
    case 'CHOICE':
      return { type: 'choice', choices: field.choices, description, ...usual };
    case 'FLAG':
      return { type: 'switch', description, ...usual };
    case 'TEXT':
      return { type: 'text', value: '<text>', description, ...usual };
  }
}

/**
 * Merges the settings from `--set` and from the other options. A text setting such as the version 1.2 stays a string.
 */
export function allSettings(set: Readonly<Settings>, values: Values): Settings {
  const fields = SUPPLIERS.flatMap(settingFields);
  const texts = new Set(fields.filter(({ type }) => type === 'TEXT').map(({ name }) => name));
  const settings: Settings = {};
  for (const [name, value] of Object.entries(set)) settings[name] = texts.has(name) ? String(value) : value;
  for (const { name } of fields) {
    const value = values[kebab(name)];
    if (value !== undefined) settings[name] = value as string | number | boolean;
  }
  return settings;
}

/**
 * Finds the supplier by the name of its adapter, a provider code or a provider id. Undefined for built-in providers.
 */
export function supplierOf(text: string): SupplierName | undefined {
  const word = text.replace(/^prv_(sandbox|production)_/, '').split('-')[0] ?? '';
  return isSupplierName(word) ? word : undefined;
}

/** Returns all mistakes in the settings and in the credentials file. The service checks them again. */
export function* accountProblems(
  supplier: SupplierName | undefined,
  settings: Settings,
  values: Values,
  isNew: boolean,
): Generator<string> {
  const file = values['credentials-file'] as string | undefined;
  if (supplier === undefined) {
    if (file !== undefined) yield '--credentials-file: This provider has no credentials.';
    return;
  }
  const secrets = secretFields(supplier);
  const { settings: schema } = SUPPLIER_ACCOUNTS[supplier];
  const known = settingFields(supplier).map(({ name }) => name);
  for (const [name, value] of Object.entries(settings)) {
    const option = values[kebab(name)] === undefined ? `--set ${name}` : `--${kebab(name)}`;
    if (secrets.some(secret => secret.name === name))
      yield `${option}: This is a secret and must not be passed on the command line. Omit the option to be prompted for it, or use --credentials-file.`;
    else if (!known.includes(name))
      yield `${option}: ${supplier} has no such setting. Use ${known.map(each => `--${kebab(each)}`).join(', ')}.`;
    else if (value !== '' && value !== 0) {
      const { error } = schema.shape[name as keyof typeof schema.shape].safeParse(value);
      if (error !== undefined) yield `${option}: ${error.issues[0]?.message}`;
    }
  }
  if (file !== undefined) yield* readCredentialsFile(file, secrets, isNew).problems;
}
