/**
 * The credentials and settings of accounts at suppliers. The service validates accounts with these schemas, and the
 * dashboard and the command line take their fields from them. The title of a field is its label in the dashboard.
 */
import { z } from 'zod';

const MAX_CALLS = 10_000_000;
const MIN_TIMEOUT_MS = 100;
const MAX_TIMEOUT_MS = 60_000;

const whole = (min: number, max: number) => {
  const error = `Use a whole number from ${min} to ${max}.`;
  return z.int({ error }).min(min, { error }).max(max, { error });
};

const secret = () =>
  z
    .string({ error: 'Must be a string.' })
    .regex(/^[\x21-\x7e]{1,4096}$/, { error: 'Use visible ASCII characters without spaces.' });

const oneOf = <const T extends readonly [string, ...string[]]>(words: T) =>
  z.enum(words, { error: `Use one of ${words.join(', ')}.` });

const code = () =>
  z
    .string({ error: 'Must be a string.' })
    .regex(/^[\x21-\x7e]{1,100}$/, { error: 'Use 1 to 100 visible ASCII characters without spaces.' });

const TIMEOUT_ERROR = `Use 0, or a whole number from ${MIN_TIMEOUT_MS} to ${MAX_TIMEOUT_MS}.`;

export const timeoutSetting = () =>
  z
    .int({ error: TIMEOUT_ERROR })
    .refine(ms => ms === 0 || (ms >= MIN_TIMEOUT_MS && ms <= MAX_TIMEOUT_MS), { error: TIMEOUT_ERROR })
    .meta({ title: 'Timeout (ms)', type: 'integer' })
    .describe(
      `Maximum time to wait for a search or quote, in milliseconds, ${MIN_TIMEOUT_MS} to ${MAX_TIMEOUT_MS}. 0 uses the provider's own limit.`,
    );

const shared = {
  perMinute: whole(0, MAX_CALLS)
    .optional()
    .meta({ title: 'Calls per minute' })
    .describe('Maximum number of calls per minute, as agreed with the supplier. 0 removes the limit.'),
  perDay: whole(0, MAX_CALLS)
    .optional()
    .meta({ title: 'Calls per day' })
    .describe('Maximum number of calls per day, as agreed with the supplier. 0 removes the limit.'),
  baseUrl: z
    .url({ protocol: /^https?$/, error: 'Use a URL that starts with http:// or https://.' })
    .optional()
    .meta({ title: 'Simulator URL' })
    .describe('URL of a simulator. Only for accounts in the sandbox.'),
  timeoutMs: timeoutSetting().optional(),
};

const apiKey = (description: string) => secret().meta({ title: 'API key' }).describe(description);

const signingSecret = () =>
  secret().meta({ title: 'Secret' }).describe('Shared secret that signs every request.');

const ratesPerHotel = (max: number) =>
  whole(1, max)
    .optional()
    .meta({ title: 'Rates per hotel', usual: '15' })
    .describe(`Maximum number of rates that the supplier returns for each hotel, 1 to ${max}.`);

const hotelsPerSearch = (max: number, usual: number) =>
  whole(1, max)
    .optional()
    .meta({ title: 'Hotels per search', usual: String(usual) })
    .describe(`Maximum number of hotels in one search request to the supplier, 1 to ${max}.`);

/** Rapid accepts only pairs of language and country. */
export const RAPID_LANGUAGES = {
  ar: 'ar-SA',
  cs: 'cs-CZ',
  da: 'da-DK',
  de: 'de-DE',
  el: 'el-GR',
  en: 'en-US',
  es: 'es-ES',
  fi: 'fi-FI',
  fr: 'fr-FR',
  hu: 'hu-HU',
  it: 'it-IT',
  ja: 'ja-JP',
  ko: 'ko-KR',
  nb: 'nb-NO',
  nl: 'nl-NL',
  pl: 'pl-PL',
  pt: 'pt-BR',
  ru: 'ru-RU',
  sv: 'sv-SE',
  th: 'th-TH',
  tr: 'tr-TR',
  zh: 'zh-CN',
} as const;

export const HOTELBEDS_LANGUAGES = {
  ar: 'ARA',
  de: 'ALE',
  en: 'ENG',
  es: 'CAS',
  fr: 'FRA',
  it: 'ITA',
} as const;

const MAX_LANGUAGES = 10;

/** `known` are the languages of the supplier. Without it, every two-letter code is accepted. */
const textLanguages = (known?: readonly string[]) => {
  const error = `Use up to ${MAX_LANGUAGES} language codes separated by commas, for example "de,fr".${
    known === undefined ? '' : ` The supplier supports ${known.join(', ')}.`
  }`;
  return z
    .string({ error })
    .refine(
      text => {
        const tags = languagesIn(text);
        return (
          tags.length <= MAX_LANGUAGES &&
          tags.every(tag => /^[a-z]{2}$/.test(tag) && (known?.includes(tag) ?? true))
        );
      },
      { error },
    )
    .optional()
    .meta({ title: 'Languages of descriptions', usual: 'en' })
    .describe(
      `Languages in which hotel descriptions are read, separated by commas, for example "de,fr". English is always read. Every language needs as many calls as English. After a change, start a full content run.`,
    );
};

/** The languages in a `textLanguages` setting, without duplicates. */
export function languagesIn(setting: string): string[] {
  return [...new Set(setting.split(',').map(tag => tag.trim().toLowerCase()))];
}

export const LITEAPI_PAYMENT_METHODS = ['WALLET', 'CREDIT', 'ACC_CREDIT_CARD'] as const;

export const RAPID_SALES_CHANNELS = [
  'website',
  'agent_tool',
  'mobile_app',
  'mobile_web',
  'meta',
  'cache',
] as const;

/** The suppliers at which the operator can have accounts, by the name of the adapter. */
export const SUPPLIER_ACCOUNTS = {
  liteapi: {
    name: 'LiteAPI',
    description: 'Rooms from LiteAPI v3. The key determines whether they are sandbox or live rooms.',
    credentials: z.strictObject({ apiKey: apiKey('API key. Keys for the sandbox start with sand_.') }),
    settings: z.strictObject({
      paymentMethod: oneOf(LITEAPI_PAYMENT_METHODS)
        .optional()
        .meta({ title: 'Payment method', usual: 'WALLET (ACC_CREDIT_CARD in the sandbox)' })
        .describe(
          'How you pay LiteAPI: from your wallet, on credit, or with the credit card of the account. LiteAPI must have enabled the method for your account.',
        ),
      ratesPerHotel: ratesPerHotel(200),
      hotelsPerSearch: hotelsPerSearch(200, 100),
      searchSeconds: whole(1, 12)
        .optional()
        .meta({ title: 'Seconds per search', usual: '6' })
        .describe('Seconds after which LiteAPI returns the rates that it has found, 1 to 12.'),
      textLanguages: textLanguages(),
      ...shared,
    }),
  },
  hotelbeds: {
    name: 'Hotelbeds',
    description: 'Rooms from Hotelbeds (APItude Booking API).',
    credentials: z.strictObject({ apiKey: apiKey('API key.'), secret: signingSecret() }),
    settings: z.strictObject({
      pathVersion: z
        .string({ error: 'Use a version such as "1.0".' })
        .regex(/^\d\.\d$/, { error: 'Use a version such as "1.0".' })
        .optional()
        .meta({ title: 'Path version', usual: '1.0' })
        .describe('Version in the path of the Booking API, for example 1.0.'),
      hotelsPerSearch: hotelsPerSearch(2_000, 200),
      textLanguages: textLanguages(Object.keys(HOTELBEDS_LANGUAGES)),
      ...shared,
    }),
  },
  rapid: {
    name: 'Expedia Rapid',
    description: 'Rooms from Expedia Group (Rapid v3).',
    credentials: z.strictObject({ apiKey: apiKey('API key.'), secret: signingSecret() }),
    settings: z.strictObject({
      ratesPerHotel: ratesPerHotel(250),
      salesChannel: oneOf(RAPID_SALES_CHANNELS)
        .optional()
        .meta({ title: 'Sales channel', usual: 'website' })
        .describe('How the rooms are shown to travellers, as agreed with Rapid.'),
      usesNetRates: z
        .boolean({ error: 'Use true or false.' })
        .optional()
        .meta({ title: 'Net rates', usual: 'false' })
        .describe('Whether net rates are requested. Rapid must have enabled them for the account.'),
      serverIp: z
        .union([z.ipv4(), z.ipv6()], { error: 'Use an IP address, for example 192.0.2.10.' })
        .optional()
        .meta({ title: 'Server address', usual: '127.0.0.1', type: 'string' })
        .describe(
          "Public IP address of this installation. Sent as the traveller's address if that is not known, for example when a job looks up a booking.",
        ),
      contactEmail: z
        .email({ error: 'Use an email address.' })
        .max(254)
        .optional()
        .meta({ title: 'Contact email' })
        .describe(
          'Your own email address. Sent with bookings instead of the email address of the holder. Without it, the holder must have an email address. Changing it does not affect existing bookings.',
        ),
      billingTerms: code()
        .optional()
        .meta({ title: 'Billing terms' })
        .describe('`billing_terms`, if Rapid gave you a value.'),
      paymentTerms: code()
        .optional()
        .meta({ title: 'Payment terms' })
        .describe('`payment_terms`, if Rapid gave you a value.'),
      partnerPointOfSale: code()
        .optional()
        .meta({ title: 'Point of sale' })
        .describe('`partner_point_of_sale`, if Rapid gave you a value.'),
      platformName: code()
        .optional()
        .meta({ title: 'Platform name' })
        .describe('`platform_name`, if Rapid gave you a value.'),
      textLanguages: textLanguages(Object.keys(RAPID_LANGUAGES)),
      ...shared,
    }),
  },
} as const;

export type SupplierName = keyof typeof SUPPLIER_ACCOUNTS;

type SettingsOf<Name extends SupplierName> = z.output<(typeof SUPPLIER_ACCOUNTS)[Name]['settings']>;

export type AccountSettings<Name extends SupplierName> = {
  readonly [Field in keyof SettingsOf<Name>]?: Exclude<SettingsOf<Name>[Field], undefined>;
};

export function isSupplierName(name: string): name is SupplierName {
  return Object.hasOwn(SUPPLIER_ACCOUNTS, name);
}

export interface AccountField {
  name: string;
  label: string;
  description: string;
  type: 'TEXT' | 'NUMBER' | 'CHOICE' | 'FLAG';
  choices: readonly string[];
  /** The default, as shown to people. Null if the field has no default. */
  default: string | null;
  required: boolean;
  secret: boolean;
}

interface FieldSchema {
  title?: string;
  description?: string;
  type?: string;
  enum?: string[];
  usual?: string;
}

export function accountFields(schema: z.ZodType, isSecret: boolean): AccountField[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' }) as {
    properties?: Record<string, FieldSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, field]) => ({
    name,
    label: field.title ?? name,
    description: field.description ?? '',
    type: typeOf(field),
    choices: field.enum ?? [],
    default: field.usual ?? null,
    required: required.includes(name),
    secret: isSecret,
  }));
}

function typeOf({ type, enum: choices }: FieldSchema): AccountField['type'] {
  if (choices !== undefined) return 'CHOICE';
  if (type === 'boolean') return 'FLAG';
  return type === 'integer' || type === 'number' ? 'NUMBER' : 'TEXT';
}
