/**
 * Which bodies are kept, and how much work and memory they may take. Always those of the sandbox, of failures, and of
 * quotes, bookings and cancellations; a sample of the others.
 */
import type { Exchange } from '../../exchange.ts';
import type { KeyRecord } from '../../keys/key-record.ts';
import { Allowance } from '../allowance.ts';
import type { LogRow, Outcome } from '../log-row.ts';
import { answerText, errorText, requestText } from './log-body.ts';
import { HIDDEN, type LogShape } from './log-shape.ts';

/** Of all rows that wait together. */
const MAX_CHARACTERS = 16 * 1024 * 1024;
/** A body of this size counts as one more body. */
const UNIT_BYTES = 16 * 1024;

/** What may be kept of the bodies of one operation. */
export interface BodyShapes {
  input: LogShape;
  answer: LogShape;
}

export interface LogBodySettings {
  maxBodiesPerSecond: number;
  /** Of production requests that went well and book nothing, the bodies of one in this many are kept. */
  sampleEvery: number;
}

interface Moment {
  /** Monotonic. */
  nowMs: number;
  /** How much of the allowance must be left, as a part of a second's worth. */
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

  wants({ operation }: Exchange, { environment }: KeyRecord, { status }: Outcome): boolean {
    if (environment === 'sandbox' || status < 200 || status >= 400 || booksOrQuotes(operation)) return true;
    if (--this.#untilSample > 0) return false;
    this.#untilSample = this.#settings.sampleEvery;
    return true;
  }

  /** Cuts the bodies and adds them to the row. Without shapes, as where no route matched, only errors are known. */
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

  /** The row no longer waits. */
  release(row: LogRow): void {
    this.#characters -= charactersOf(row);
  }
}

export function booksOrQuotes(operation: Exchange['operation']): boolean {
  return operation?.trafficClass === 'book' || operation?.trafficClass === 'quote';
}

function charactersOf({ request_body, response_body }: LogRow): number {
  return (request_body?.length ?? 0) + (response_body?.length ?? 0);
}
