/** Routing, validation, OpenAPI, the SDK and the reference are derived from the operation definitions. */
import { z } from 'zod';
import { COMMON_ERRORS, type ErrorCode } from './errors.ts';
import { componentName } from './openapi/schema-catalogue.ts';
import type { Scope } from './scopes.ts';
import { answerMeta, warning } from './shared/answer.ts';

/**
 * Traffic classes, each with its own concurrency limit. An overloaded process rejects one class after another in this
 * order, but not `book` (booking and cancel), to which only the concurrency limit applies. `agent` (MCP) comes just
 * before it, because the gateway cannot see whether such a request books.
 */
export const TRAFFIC_CLASSES = ['search', 'content', 'list', 'quote', 'detail', 'agent', 'book'] as const;
export type TrafficClass = (typeof TRAFFIC_CLASSES)[number];

/** 202 means that the outcome is not known yet. */
export type SuccessStatus = 200 | 202;

/** Requests of this class may make or cancel a booking, so a 5xx response must guarantee that nothing was sent. */
export function mayBook(trafficClass: TrafficClass): boolean {
  return trafficClass === 'book' || trafficClass === 'agent';
}

export interface TypeNames {
  request: string;
  response: string;
}

/** A path that the gateway forwards to a backend: an operation, or an endpoint for agents. */
export interface Route {
  name: string;
  path: `/${string}`;
  /** Additional paths with exactly the same behaviour. */
  aliases: readonly `/${string}`[];
  /** Null if the backend checks the scopes. */
  scope: Scope | null;
  trafficClass: TrafficClass;
  /** How long the gateway waits for the backend. */
  deadlineMs: number;
  /** Default: the limit of the listener. */
  maxBodyBytes?: number;
  /** Default: POST. */
  method?: 'GET' | 'PUT';
  /** True if a request needs no body. */
  hasNoBody?: boolean;
}

export interface Operation<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType>
  extends Route {
  /** Used in the SDK types, as a heading in the documentation, and as the file name of the recorded calls. */
  name: string;
  /** The id in the OpenAPI document: a verb and a noun. Generated clients use it as a method name, so it never changes. */
  operationId: string;
  /** Names of the request and response types in the OpenAPI document and in the SDKs. */
  typeNames: TypeNames;
  scope: Scope;
  summary: string;
  description: string;
  input: Input;
  /** Fields of the response, without `meta` and `warnings`. */
  output: Output;
  statuses: readonly SuccessStatus[];
  /** Error codes of this operation, including the common ones. */
  errors: readonly ErrorCode[];
}

interface OperationFields<Input extends z.ZodType, Output extends z.ZodType>
  extends Omit<Operation<Input, Output>, 'typeNames' | 'aliases' | 'statuses' | 'errors'> {
  typeNames?: TypeNames;
  aliases?: readonly `/${string}`[];
  statuses?: readonly SuccessStatus[];
  errors?: readonly ErrorCode[];
}

/** Applies the defaults: types named after the operation, no aliases, status 200 and the common error codes. */
export function defineOperation<Input extends z.ZodObject, Output extends z.ZodObject>(
  fields: OperationFields<Input, Output>,
): Operation<Input, Output> {
  const name = componentName(fields.name);
  return {
    ...fields,
    typeNames: fields.typeNames ?? { request: `${name}Request`, response: `${name}Response` },
    aliases: fields.aliases ?? [],
    statuses: fields.statuses ?? [200],
    errors: [...COMMON_ERRORS, ...(fields.errors ?? [])],
  };
}

export function answerBody(operation: Operation): z.ZodObject {
  return (operation.output as z.ZodObject).extend({
    meta: answerMeta,
    warnings: z.array(warning).optional(),
  });
}
