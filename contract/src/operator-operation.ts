/** The definition of an operator operation. The dashboard and the CLI call these operations. */
import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** Roles in ascending order. Each includes the permissions of the previous ones. */
export const ROLES = ['read-only', 'developer', 'admin', 'owner'] as const;
/** The role of a person or of the operator token. */
export type Role = (typeof ROLES)[number];

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

type OperatorName = `${string}/${string}`;

/** One operation of the operator API. */
export interface OperatorOperation<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Name extends OperatorName = OperatorName,
> {
  /** `resource/verb`. The path is `/api/v1/<name>`. */
  name: Name;
  /** The lowest role that may call the operation. */
  role: Role;
  /** Concerns the whole installation. Only the operator token and the staff may call it. */
  staff?: true;
  /** Callable without credentials. Only the two sign-in operations are public. */
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

/** Adds the error codes that every operator operation may return. */
export function defineOperatorOperation<
  Input extends z.ZodObject,
  Output extends z.ZodObject,
  const Name extends OperatorName,
>(fields: OperatorOperationFields<Input, Output, Name>): OperatorOperation<Input, Output, Name> {
  return { ...fields, errors: [...COMMON_OPERATOR_ERRORS, ...(fields.errors ?? [])] };
}

export function operatorPath(name: OperatorName): `/${string}` {
  return `/api/v1/${name}`;
}
