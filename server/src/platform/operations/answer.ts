/** The response of an operation: the bytes to send, and the values for the request log. */
import type { ErrorCode } from '@serai/contract/errors.ts';
import type { TrafficClass } from '@serai/contract/operation.ts';

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
  /**
   * The length of `body` in UTF-8, if it is known. Counting the bytes of a string that has just been put together would first
   * copy it.
   */
  bodyBytes?: number;
  /** Called once the body has been sent, so that its buffer can be used again. Must not be called while anything reads it. */
  release?: () => void;
  /** The error code, for the log. Undefined on success. */
  code?: ErrorCode;
  bookingId?: string;
  providerUs?: number;
  /** The class of the operation that an endpoint for agents called. The request log ranks the request by it. */
  trafficClass?: TrafficClass;
  /**
   * Set if the backend rejected the request before doing any work. Either the whole class is rejected or only this
   * request.
   */
  shed?: 'class' | 'request';
}

export const JSON_TYPE = 'application/json; charset=utf-8';
