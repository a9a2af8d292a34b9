/**
 * The requests and responses of clients. A request without a response is `unknown`: it may or may not have taken
 * effect.
 */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { OperationName } from '../nodes/simulated-node.ts';

export interface SeenBooking {
  bookingId: string;
  clientReference: string;
  version: number;
  status: string;
}

export interface ClientAsk {
  client: string;
  organisationId: string;
  environment: Environment;
  operation: OperationName;
  body: Record<string, unknown>;
  startedMs: number;
}

export type Heard =
  /** `seen` lists the bookings in the response. */
  | { kind: 'ok'; status: number; seen: SeenBooking[]; data: Record<string, unknown> }
  /** A 4xx response. */
  | { kind: 'refused'; code: string; bookingId: string | undefined }
  /** A 5xx response. */
  | { kind: 'failed'; code: string }
  | { kind: 'unknown' };

export type ClientAnswer = ClientAsk & Heard & { endedMs: number };
