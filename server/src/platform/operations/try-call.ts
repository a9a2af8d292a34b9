/** One call to the API for a person who tries it in the dashboard, as the gateway makes it for a client. */

export interface TriedCall {
  path: string;
  key: string;
  body: string;
  idempotencyKey: string | undefined;
  address: string | undefined;
}

export interface TriedAnswer {
  requestId: string;
  /** Null if the API would have closed the connection without a response. */
  status: number | null;
  headers: Record<string, string>;
  body: string;
  durationMs: number;
}

export type TryCall = (call: TriedCall) => Promise<TriedAnswer>;
