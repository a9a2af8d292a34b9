/**
 * Derives the options of a command from its operation's input schema, usually one option for each field. Nested objects
 * are flattened, arrays become repeatable options, and `.describe()` texts become help.
 */
import { z } from 'zod';
import type { OptionSpec } from '../frame/command.ts';

export interface OptionField {
  /** Name of the option, without the leading dashes. */
  option: string;
  /** The path of the value in the input, for example `['page', 'limit']`. */
  path: readonly string[];
  spec: OptionSpec;
  /** If set, the option is a flag that adds this word to the list at `path`. */
  word?: string;
}

/** Changes to a derived option. `name` renames the option. */
export type OptionOverride = { name?: string } & Partial<
  Pick<OptionSpec, 'description' | 'value' | 'required' | 'default' | 'serviceDefault' | 'nullWord'>
> & { ahead?: boolean };

/** Options whose names are not derived by the rules in `optionName`. */
const OPTION_NAMES: Readonly<Record<string, string>> = {
  'address.countryCode': 'country',
  allowedAddresses: 'allow',
  'billing.currency': 'billing-currency',
  'billing.limit': 'billing-limit',
  'billing.model': 'billing-model',
  'billingSchedule.reminderDays': 'reminder-days',
  'billingSchedule.statementsDay': 'statements-day',
  canonicalCityId: 'place',
  'ceilings.keys': 'max-keys',
  'ceilings.perDay': 'max-per-day',
  'ceilings.perHour': 'max-per-hour',
  'ceilings.perMinute': 'max-per-minute',
  'checkIn.from': 'check-in-from',
  'checkIn.until': 'check-in-until',
  checkInFrom: 'arrival-from',
  checkInTo: 'arrival-to',
  'checkOut.from': 'check-out-from',
  'checkOut.until': 'check-out-until',
  clientReference: 'reference',
  countryCode: 'country',
  countryCodes: 'country',
  defaultCurrency: 'currency',
  defaultLanguage: 'language',
  defaultNationality: 'nationality',
  'emergencyContact.email': 'emergency-email',
  'emergencyContact.name': 'emergency-name',
  'emergencyContact.phone': 'emergency-phone',
  endpointIds: 'to',
  eventType: 'type',
  eventTypes: 'types',
  expiresAt: 'expires',
  fxMarginPercent: 'fx-margin',
  holderLastName: 'holder',
  includeAudit: 'audit',
  isSold: 'sold',
  'limits.spend.perBooking': 'spend-per-booking',
  'limits.spend.perDay': 'spend-per-day',
  maxKeyLifetimeDays: 'max-key-days',
  needsAttention: 'attention',
  organisationId: 'id',
  'paymentDetails.account': 'payment-account',
  'paymentDetails.accountHolder': 'payment-account-holder',
  'paymentDetails.bankName': 'payment-bank',
  'paymentDetails.bic': 'payment-bic',
  'paymentDetails.note': 'payment-note',
  requestId: 'request-id',
  requireSecondFactor: 'second-factor',
  roomCode: 'room',
  scopes: 'scope',
  settings: 'set',
  statusClass: 'class',
  statuses: 'status',
  'supportContact.email': 'support-email',
  'supportContact.note': 'support-note',
  'supportContact.phone': 'support-phone',
  'supportContact.website': 'support-website',
  types: 'type',
  'ucp.capabilities': 'ucp-capability',
  'ucp.profileUrl': 'ucp-profile',
  'ucp.requiresApproval': 'ucp-approval',
  'ucp.version': 'ucp-version',
  url: 'to',
};

const DATE_OR_TIME = '<time>';

interface JsonSchema {
  type?: string;
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: string[];
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  default?: unknown;
}

interface Leaf {
  path: readonly string[];
  schema: JsonSchema;
  description: string;
  isRequired: boolean;
  isNullable: boolean;
}

/** `overrides` are keyed by the dotted path of the field. `false` leaves the field out. */
export function optionFields(
  operation: { name: string; input: z.ZodType },
  overrides: Readonly<Record<string, OptionOverride | false>> = {},
): OptionField[] {
  const isUpdate = operation.name.endsWith('/update');
  const schema = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const fields: OptionField[] = [];
  for (const leaf of leavesOf(schema, [], true)) {
    const override = overrides[leaf.path.join('.')] ?? {};
    if (override === false) continue;
    for (const field of fieldsOf(leaf, isUpdate)) {
      const { name = field.option, ...changes } = override;
      const isTaken = fields.some(({ option }) => option === name);
      const option = isTaken ? kebab(field.path.join('-')) : name;
      fields.push({ ...field, option, spec: { ...field.spec, ...changes } as OptionSpec });
    }
  }
  return fields;
}

function* leavesOf(schema: JsonSchema, path: readonly string[], isRequired: boolean): Generator<Leaf> {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const inner = property.anyOf?.find(({ type }) => type !== 'null') ?? property;
    const isNullable = property.anyOf?.some(({ type }) => type === 'null') ?? false;
    const needed = isRequired && (schema.required ?? []).includes(name);
    const here = [...path, name];
    if (inner.properties !== undefined && !isMoney(inner)) yield* leavesOf(inner, here, needed);
    else {
      const own = property.description ?? inner.description ?? '';
      const description = isRangeEnd(here) ? `${schema.description ?? ''} ${own}`.trim() : own;
      yield { path: here, schema: inner, description, isRequired: needed, isNullable };
    }
  }
}

function fieldsOf(leaf: Leaf, isUpdate: boolean): OptionField[] {
  const { path, schema, description, isRequired, isNullable } = leaf;
  // The list `include` becomes one flag for each of its values.
  if (path.at(-1) === 'include' && schema.items?.enum !== undefined) {
    return schema.items.enum.map(word => ({
      option: kebab(word),
      path,
      word,
      spec: { type: 'flag', description },
    }));
  }
  const isList = schema.type === 'array' && schema.items?.type !== 'object';
  const type = typeOf(isList ? (schema.items as JsonSchema) : schema, path.at(-1) ?? '', isUpdate);
  // A required environment defaults to the sandbox, where mistakes do no harm.
  const isEnvironment = path.join('.') === 'environment' && isRequired;
  const isText = type.type === 'text' && type.value !== DATE_OR_TIME;
  const nullWord = isText ? '' : type.type === 'time' ? 'never' : 'none';
  const spec = {
    ...type,
    // A description may contain words such as "Null for no limit", but users type a word such as `none`.
    description: isNullable ? description.replace(/\bNull for\b/, `"${nullWord}" for`) : description,
    ...((isList || type.type === 'setting') && { multiple: true }),
    ...(isEnvironment ? { default: 'sandbox' } : isRequired && { required: true }),
    ...(isNullable && { nullWord }),
    ...(schema.default !== undefined && { serviceDefault: defaultText(type.type, schema.default) }),
  } as OptionSpec;
  return [{ option: optionName(path, schema), path, spec }];
}

type TypePart = OptionSpec extends infer Spec
  ? Spec extends OptionSpec
    ? Omit<Spec, 'description'>
    : never
  : never;

function typeOf(schema: JsonSchema, name: string, isUpdate: boolean): TypePart {
  const { minimum, maximum } = schema;
  const bounds = { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
  if (schema.enum !== undefined) return { type: 'choice', choices: schema.enum };
  if (isMoney(schema)) return { type: 'money' };
  switch (schema.type) {
    // A flag can only turn something on, so updates accept the values on and off.
    case 'boolean':
      return { type: isUpdate ? 'switch' : 'flag' };
    case 'integer':
      return name.endsWith('Seconds') ? { type: 'duration' } : { type: 'number', ...bounds };
    case 'number':
      return { type: 'number', fraction: true, ...bounds };
    case 'string':
      if (schema.format === 'date-time') return { type: 'time' };
      return {
        type: 'text',
        upperCase: /^\^\[A-Z\]\{\d\}\$$/.test(schema.pattern ?? ''),
        value: placeholder(schema, name),
      };
    case 'object':
      return { type: 'setting' };
    default:
      // Either a date or a timestamp. The server accepts both.
      if (schema.anyOf?.every(({ type }) => type === 'string' || type === 'null')) {
        return { type: 'text', value: DATE_OR_TIME };
      }
      return { type: 'json' };
  }
}

function placeholder({ format, pattern }: JsonSchema, name: string): string {
  if (format === 'date' || format === 'email') return `<${format}>`;
  if (format === 'uri') return '<url>';
  if (/^\^\[A-Z\]/.test(pattern ?? '')) return '<code>';
  return /((Id|Code|Reference)s?|cursor)$/.test(name) ? `<${name.replace(/s$/, '')}>` : '<text>';
}

function optionName(path: readonly string[], { format }: JsonSchema): string {
  const name = path.at(-1) ?? '';
  const known = OPTION_NAMES[path.join('.')];
  if (known !== undefined) return known;
  if (format === 'date-time' && name === 'from') return 'since';
  if (format === 'date-time' && name === 'to') return 'until';
  if (isRangeEnd(path)) return kebab(`${path.at(-2)}-${name}`);
  return kebab(name.replace(/(?<=.)(Id|Seconds)$/, ''));
}

/**
 * Whether the field is one end of a nested range, such as `conditions.stars.from`. Its option is named after the range.
 */
function isRangeEnd(path: readonly string[]): boolean {
  return path.length > 2 && ['from', 'to'].includes(path.at(-1) ?? '');
}

function isMoney({ properties }: JsonSchema): boolean {
  return (
    Object.keys(properties ?? {})
      .sort()
      .join() === 'amount,currency'
  );
}

function defaultText(type: OptionSpec['type'], value: unknown): string {
  if (type !== 'duration') return typeof value === 'string' ? value.toLowerCase() : JSON.stringify(value);
  const seconds = Number(value);
  return seconds % 3_600 === 0 ? `${seconds / 3_600}h` : `${seconds}s`;
}

export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
}
