/** Operations of the operator interface: what the dashboard and the CLI call. */
import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** Roles of people, weakest first. Each may do what the ones before it may. */
export const ROLES = ['read-only', 'developer', 'admin', 'owner'] as const;
/** What a person may do at most. */
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

/** One call of the operator interface: who may make it, what goes in and out, and how it may fail. */
export interface OperatorOperation<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Name extends OperatorName = OperatorName,
> {
  /** `resource/verb`; the path is `/api/v1/` and this. */
  name: Name;
  /** The weakest role that may call it. */
  role: Role;
  /**
   * Concerns the whole installation: only for the operator token and for people of the first organisation, the one that runs
   * the service.
   */
  staff?: true;
  /** Callable without credentials, as only signing in is. */
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

/** Adds the error codes that every operator operation may answer. */
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
