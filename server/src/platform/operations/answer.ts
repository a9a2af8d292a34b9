/** What an operation answers: bytes that go to the socket as they are, and what the request log wants to know. */
import type { ErrorCode } from '@serai/contract/errors.ts';

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
  /** The error code, for the log; absent on success. */
  code?: ErrorCode;
  bookingId?: string;
  providerUs?: number;
  /** The backend turned the request away before it did anything: the whole class, or this one alone. */
  shed?: 'class' | 'request';
}

export const JSON_TYPE = 'application/json; charset=utf-8';
