/** What clients requested and received. A request without a response is `unknown`: it may have had any outcome, but only one. */
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
  /** 4xx. */
  | { kind: 'refused'; code: string; bookingId: string | undefined }
  /** 5xx. */
  | { kind: 'failed'; code: string }
  | { kind: 'unknown' };

export type ClientAnswer = ClientAsk & Heard & { endedMs: number };
