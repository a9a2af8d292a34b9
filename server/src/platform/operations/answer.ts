/** The response of an operation: the bytes to send, and the values for the request log. */
import type { ErrorCode } from '@serai/contract/errors.ts';

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
  /** The error code, for the log. Undefined on success. */
  code?: ErrorCode;
  bookingId?: string;
  providerUs?: number;
  /**
   * Set if the backend rejected the request before doing any work. Either the whole class is rejected or only this
   * request.
   */
  shed?: 'class' | 'request';
}

export const JSON_TYPE = 'application/json; charset=utf-8';
