/** Runs a scenario: sends its requests, counts the checks and records every response that is not as documented. */
import { isDeepStrictEqual } from 'node:util';
import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import type { ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import { BARE_STATUSES, ERRORS, type ErrorCode } from '@serai/contract/errors.ts';
import { answerBody, type Operation } from '@serai/contract/operation.ts';
import { z } from 'zod';
import { type Clock, sleep } from '../../platform/clock.ts';
import type { PartnerAnswer, PartnerClient } from './partner-client.ts';

export interface Fault {
  /** The operation that was called last. */
  step: string;
  what: string;
  expected: string;
  came: string;
  requestId: string | null;
}

/** Thrown if later steps cannot be checked. */
export class WalkEnded extends Error {
  override readonly name = 'WalkEnded';
}

type AnyOperation = Operation<z.ZodObject, z.ZodObject>;
type Answer<Op extends AnyOperation> = z.output<Op['output']>;

export interface WalkParts {
  client: PartnerClient;
  clock: Clock;
  signal: AbortSignal | undefined;
  /** Makes client references unique. */
  runId: string;
}

export class Walk {
  readonly name: ScenarioName;
  readonly hotelId: string;
  readonly clientReference: string;
  readonly clock: Clock;
  readonly #parts: WalkParts;
  readonly faults: Fault[] = [];
  /** Notes about behaviour that cannot be checked from here. */
  readonly notes: string[] = [];
  checks = 0;
  #step = '';
  #answer: PartnerAnswer | undefined;

  constructor(name: ScenarioName, parts: WalkParts) {
    this.name = name;
    this.hotelId = scenarioHotelId(name);
    this.clientReference = `CERT-${parts.runId}-${name}`;
    this.clock = parts.clock;
    this.#parts = parts;
  }

  /** Ends this scenario if the response has another status. Records a response that does not match the contract. */
  async call<Op extends AnyOperation>(
    operation: Op,
    body: z.input<Op['input']>,
    status: 200 | 202 = 200,
  ): Promise<Answer<Op>> {
    const answer = await this.#send(operation, body, status);
    this.#need('status', status, answer.status, errorText(answer.body));
    this.#keep('response', answerFaults(operation, answer));
    return answer.body as Answer<Op>;
  }

  /** Expects an error with this code. Otherwise ends this scenario. */
  async refused(operation: AnyOperation, body: object, code: ErrorCode): Promise<ErrorBody['error']> {
    const { status } = ERRORS[code];
    const answer = await this.#send(operation, body, status);
    this.#need('status', status, answer.status, errorText(answer.body));
    this.#keep('error', errorFaults(answer));
    const { error } = answer.body as ErrorBody;
    this.#need('error.code', code, error?.code);
    return error;
  }

  header(name: string): string | undefined {
    return this.#answer?.header(name);
  }

  check(what: string, expected: unknown, came: unknown): void {
    this.checks++;
    if (!isDeepStrictEqual(expected, came)) this.#fault(what, shortText(expected), shortText(came));
  }

  /** Checks a condition. `expected` describes it. */
  holds(what: string, expected: string, isSo: boolean, came: unknown): void {
    this.checks++;
    if (!isSo) this.#fault(what, expected, shortText(came));
  }

  /** Records a failed check and ends this scenario. */
  end(what: string, expected: string, came: unknown): never {
    this.checks++;
    this.#fault(what, expected, shortText(came));
    throw new WalkEnded();
  }

  wait(ms: number): Promise<void> {
    return sleep(this.clock, ms, this.#parts.signal);
  }

  async #send(operation: Operation, body: object, status: number): Promise<PartnerAnswer> {
    this.#parts.signal?.throwIfAborted();
    this.#step = operation.name;
    this.#answer = undefined;
    try {
      this.#answer = await this.#parts.client.call({ operation, body, status });
    } catch (error) {
      this.#parts.signal?.throwIfAborted();
      this.end('response', 'a response', `none: ${(error as Error).message}`);
    }
    return this.#answer;
  }

  #need(what: string, expected: unknown, came: unknown, reason = ''): void {
    this.checks++;
    if (expected === came) return;
    this.#fault(what, shortText(expected), `${shortText(came)}${reason}`);
    throw new WalkEnded();
  }

  #keep(what: string, found: readonly string[]): void {
    this.checks++;
    for (const fault of found) this.#fault(what, 'as documented', fault);
  }

  #fault(what: string, expected: string, came: string): void {
    const requestId = this.#answer?.header('x-request-id') ?? null;
    this.faults.push({ step: this.#step, what, expected, came, requestId });
  }
}

interface ErrorBody {
  error: {
    code: string;
    message: string;
    details?: Record<string, unknown>[];
    bookingId?: string;
    newPrice?: unknown;
  };
}

function errorText(body: unknown): string {
  const error = (body as Partial<ErrorBody> | undefined)?.error;
  return error === undefined ? '' : ` ${error.code}: ${error.message}`;
}

const LONGEST_TEXT = 200;

function shortText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
}

const MOST_FAULTS = 5;

/** Checks what all responses have in common: the shape in the contract, the environment and the headers. */
export function answerFaults(operation: Operation, answer: PartnerAnswer): string[] {
  const { success, error } = answerBody(operation).safeParse(answer.body);
  // New fields may be added. Partners must ignore unknown fields.
  const issues = success ? [] : error.issues.filter(({ code }) => code !== 'unrecognized_keys');
  const shape = issues.slice(0, MOST_FAULTS).map(({ path, message }) => `/${path.join('/')}: ${message}`);
  const meta = (answer.body as { meta?: Meta } | undefined)?.meta;
  const isSandbox = meta === undefined || (meta.environment === 'sandbox' && meta.testMode === true);
  return [
    ...shape,
    ...(isSandbox ? [] : ['/meta: environment must be sandbox and testMode must be true']),
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
  if (!data) return ['the body contains no error with code and message'];
  const members = Object.keys((answer.body as { error: object }).error).toSorted();
  const isBare = !BARE_STATUSES.has(answer.status) || members.join() === 'code,message';
  return [
    ...(isBare
      ? []
      : [
          `the error in a ${answer.status} response must contain only code and message, not ${members.join(', ')}`,
        ]),
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
  return /^\d+$/.test(header('retry-after') ?? '') ? [] : [`a ${status} response has no Retry-After header`];
}

/** The steps that a client takes to run a scenario, and the responses that it must get. */
export interface ScenarioCheck {
  /** Approximate duration in seconds. The longest scenarios start first. */
  takesSeconds?: number;
  run(walk: Walk): Promise<void>;
}
