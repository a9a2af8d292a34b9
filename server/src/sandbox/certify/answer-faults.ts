/** Checks every response regardless of its operation: shape, headers and ownership. */
import { BARE_STATUSES } from '@serai/contract/errors.ts';
import { answerBody, type Operation } from '@serai/contract/operation.ts';
import { z } from 'zod';
import type { PartnerAnswer } from './partner-client.ts';

const MOST_FAULTS = 5;

export function answerFaults(operation: Operation, answer: PartnerAnswer): string[] {
  const { success, error } = answerBody(operation).safeParse(answer.body);
  // New fields may be added: partners must ignore unknown ones.
  const issues = success ? [] : error.issues.filter(({ code }) => code !== 'unrecognized_keys');
  const shape = issues.slice(0, MOST_FAULTS).map(({ path, message }) => `/${path.join('/')}: ${message}`);
  const meta = (answer.body as { meta?: Meta } | undefined)?.meta;
  const isSandbox = meta === undefined || (meta.environment === 'sandbox' && meta.testMode === true);
  return [
    ...shape,
    ...(isSandbox ? [] : ['/meta: not the sandbox in test mode']),
    ...requestIdFaults(answer, meta?.requestId),
    ...retryFaults(answer),
  ];
}

interface Meta {
  requestId: string;
  environment: string;
  testMode: boolean;
}

const errorBody = z.object({
  error: z.object({ code: z.string(), message: z.string().min(1) }),
});

export function errorFaults(answer: PartnerAnswer): string[] {
  const { data } = errorBody.safeParse(answer.body);
  if (!data) return ['no error with code and message'];
  const members = Object.keys((answer.body as { error: object }).error).toSorted();
  const isBare = !BARE_STATUSES.has(answer.status) || members.join() === 'code,message';
  return [
    ...(isBare ? [] : [`a ${answer.status} has only code and message, not ${members.join(', ')}`]),
    ...requestIdFaults(answer),
    ...retryFaults(answer),
  ];
}

function requestIdFaults(answer: PartnerAnswer, inBody?: string): string[] {
  const id = answer.header('x-request-id');
  if (id === undefined) return ['no X-Request-ID header'];
  return inBody === undefined || inBody === id ? [] : ['X-Request-ID differs from meta.requestId'];
}

function retryFaults({ status, header }: PartnerAnswer): string[] {
  if (status !== 202 && status !== 429 && status !== 503) return [];
  return /^\d+$/.test(header('retry-after') ?? '') ? [] : [`a ${status} without Retry-After`];
}
