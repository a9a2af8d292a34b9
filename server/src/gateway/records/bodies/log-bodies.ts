/**
 * Decides which bodies are logged and limits the work and memory for them. Within these limits, bodies are logged for
 * all sandbox requests, failures, quotes, bookings and cancellations, and for a sample of all other requests.
 */
import { mayBook } from '@serai/contract/operation.ts';
import type { Exchange } from '../../exchange.ts';
import type { KeyRecord } from '../../keys/key-record.ts';
import { Allowance } from '../allowance.ts';
import type { LogRow, Outcome } from '../log-row.ts';
import { answerText, errorText, requestText } from './log-body.ts';
import { HIDDEN, type LogShape } from './log-shape.ts';

/** The maximum number of characters in the bodies of all waiting rows together. */
const MAX_CHARACTERS = 16 * 1024 * 1024;
/** A logged exchange uses one unit of the allowance, plus one unit per 16 KiB of its bodies. */
const UNIT_BYTES = 16 * 1024;

export interface BodyShapes {
  input: LogShape;
  answer: LogShape;
}

export interface LogBodySettings {
  maxBodiesPerSecond: number;
  /** Bodies are logged for one in N successful production requests other than quotes, bookings and cancellations. */
  sampleEvery: number;
}

interface Moment {
  /** Monotonic time. */
  nowMs: number;
  /** The share of one second's allowance that must remain. */
  reserve: number;
}

export class LogBodies {
  readonly #settings: LogBodySettings;
  readonly #onDropped: () => void;
  readonly #allowance: Allowance;
  #characters = 0;
  #untilSample = 1;
  #dropped = 0;

  constructor(settings: LogBodySettings, onDropped: () => void) {
    this.#settings = settings;
    this.#onDropped = onDropped;
    this.#allowance = new Allowance(settings.maxBodiesPerSecond);
  }

  get dropped(): number {
    return this.#dropped;
  }

  wants(exchange: Exchange, { environment }: KeyRecord, outcome: Outcome): boolean {
    if (environment === 'sandbox' || outcome.status < 200 || isImportant(exchange, outcome)) return true;
    if (--this.#untilSample > 0) return false;
    this.#untilSample = this.#settings.sampleEvery;
    return true;
  }

  /**
   * Redacts the bodies and adds them to the row. Without a matching route there are no shapes, so only error bodies are
   * logged.
   */
  addTo(
    row: LogRow,
    { requestBody }: Exchange,
    { status, answerBody }: Outcome,
    shapes: BodyShapes | undefined,
    { nowMs, reserve }: Moment,
  ): void {
    const input = shapes?.input ?? HIDDEN;
    const request = shapes === undefined ? undefined : requestBody;
    if (!request?.length && !answerBody?.length) return;
    const cost = 1 + ((request?.length ?? 0) + (answerBody?.length ?? 0)) / UNIT_BYTES;
    const least = reserve * this.#settings.maxBodiesPerSecond;
    if (this.#characters >= MAX_CHARACTERS || !this.#allowance.take(cost, least, nowMs)) {
      this.#dropped++;
      this.#onDropped();
      return;
    }
    if (request?.length) row.request_body = requestText(input, request);
    if (answerBody?.length) {
      const ofError = status >= 400;
      row.response_body = ofError
        ? errorText(input, answerBody)
        : answerText(shapes?.answer ?? HIDDEN, answerBody);
    }
    this.#characters += charactersOf(row);
  }

  /** Must be called when the row has been written. */
  release(row: LogRow): void {
    this.#characters -= charactersOf(row);
  }
}

/** Failures, quotes, bookings and cancellations. Tools of agents return failures with the status 200 and a code. */
export function isImportant({ operation }: Exchange, { status, code, trafficClass }: Outcome): boolean {
  const called = trafficClass ?? operation?.trafficClass;
  const booksOrQuotes = called !== undefined && (mayBook(called) || called === 'quote');
  return status >= 400 || status === 0 || code !== undefined || booksOrQuotes;
}

function charactersOf({ request_body, response_body }: LogRow): number {
  return (request_body?.length ?? 0) + (response_body?.length ?? 0);
}
