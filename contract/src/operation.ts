/** The shape of an operation. Everything about the interface follows from values of this shape. */
import { z } from 'zod';
import { COMMON_ERRORS, type ErrorCode } from './errors.ts';
import type { Scope } from './scopes.ts';
import { answerMeta, warning } from './shared/answer.ts';

/**
 * Load is shed by class, each with its own cap, in this order: the first goes first.
 * `book` (booking and cancel) goes last.
 */
export const TRAFFIC_CLASSES = ['search', 'content', 'list', 'quote', 'detail', 'book'] as const;
export type TrafficClass = (typeof TRAFFIC_CLASSES)[number];

/** A success status. 202 means that the outcome is still open. */
export type SuccessStatus = 200 | 202;

/** One call of the interface: where it is, who may make it, what goes in and out, and how it may fail. */
export interface Operation<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  /** The one stem: file names, SDK methods and docs anchors use it. */
  name: string;
  path: `/${string}`;
  /** Further paths that answer exactly the same. */
  aliases: readonly `/${string}`[];
  scope: Scope;
  trafficClass: TrafficClass;
  /** How long the gateway waits for the backend. */
  deadlineMs: number;
  summary: string;
  description: string;
  input: Input;
  /** The members of the answer beside `meta` and `warnings`. */
  output: Output;
  statuses: readonly SuccessStatus[];
  /** Codes of this operation; the common ones are added. */
  errors: readonly ErrorCode[];
}

interface OperationFields<Input extends z.ZodType, Output extends z.ZodType>
  extends Omit<Operation<Input, Output>, 'aliases' | 'statuses' | 'errors'> {
  aliases?: readonly `/${string}`[];
  statuses?: readonly SuccessStatus[];
  errors?: readonly ErrorCode[];
}

/** Fills in what most operations share: no aliases, status 200 and the common error codes. */
export function defineOperation<Input extends z.ZodObject, Output extends z.ZodObject>(
  fields: OperationFields<Input, Output>,
): Operation<Input, Output> {
  return {
    ...fields,
    aliases: fields.aliases ?? [],
    statuses: fields.statuses ?? [200],
    errors: [...COMMON_ERRORS, ...(fields.errors ?? [])],
  };
}

/** The whole success body of an operation, as it stands on the wire. */
export function answerBody(operation: Operation): z.ZodObject {
  return (operation.output as z.ZodObject).extend({
    meta: answerMeta,
    warnings: z.array(warning).optional(),
  });
}
