import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Permission } from './roles.ts';

const COMMON_OPERATOR_ERRORS = [
  'INVALID_JSON',
  'VALIDATION_ERROR',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'METHOD_NOT_ALLOWED',
  'NOT_ACCEPTABLE',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
] as const satisfies readonly ErrorCode[];

/** `resource/verb`, or `area/resource/verb`. */
type OperatorName = `${string}/${string}`;

/** The input field by which the partner of a call is found. */
export type PartnerKey =
  | 'bookingId'
  | 'deliveryId'
  | 'endpointId'
  | 'endpointIds'
  | 'eventId'
  | 'keyId'
  | 'memberId';

/**
 * The partner that a call concerns. Partner users always act in their own partner. For staff it is:
 * - `optional`: `partnerId`, or the owner of `keyId`, or all partners if both are omitted.
 * - `one`: `partnerId`, which may be omitted while there is only one partner.
 * - `people`: `partnerId`, or the operator if it is omitted.
 * - a list of fields: the owner of the first of these ids that the input contains.
 */
export type PartnerReach = 'optional' | 'one' | 'people' | readonly PartnerKey[];

export interface OperatorOperation<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Name extends OperatorName = OperatorName,
> {
  /** The path is `/api/v1/<name>`. */
  name: Name;
  /** The permission that the caller needs. `PERMISSIONS` lists the roles that have it. */
  permission: Permission;
  /** Omitted for operations that concern the caller or the whole installation. */
  partner?: PartnerReach;
  /** Replaced by another operation, and removed in the next release. */
  deprecated?: true;
  /** Callable without credentials. Only operations for signing up, signing in and resetting a password are public. */
  public?: true;
  summary: string;
  description: string;
  input: Input;
  output: Output;
  errors: readonly ErrorCode[];
  examples: { request: z.input<Input>; answer: z.input<Output> };
}

interface OperatorOperationFields<
  Input extends z.ZodType,
  Output extends z.ZodType,
  Name extends OperatorName,
> extends Omit<OperatorOperation<Input, Output, Name>, 'errors'> {
  errors?: readonly ErrorCode[];
}

/** Adds the error codes that every operator operation may return, and NOT_FOUND if the operation concerns a partner. */
export function defineOperatorOperation<
  Input extends z.ZodObject,
  Output extends z.ZodObject,
  const Name extends OperatorName,
>(fields: OperatorOperationFields<Input, Output, Name>): OperatorOperation<Input, Output, Name> {
  const unknownPartner: readonly ErrorCode[] = fields.partner === undefined ? [] : ['NOT_FOUND'];
  const errors = new Set([...COMMON_OPERATOR_ERRORS, ...unknownPartner, ...(fields.errors ?? [])]);
  return { ...fields, errors: [...errors] };
}

export function operatorPath(name: OperatorName): `/${string}` {
  return `/api/v1/${name}`;
}
