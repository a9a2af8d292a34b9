/** Why a request to a webhook endpoint was not accepted as an event of the service. */
import { SeraiError } from './serai-error.ts';

export type WebhookErrorReason =
  /** The body was parsed before; the signature is over the bytes as they were sent. */
  | 'PARSED_BODY'
  /** One of the three `webhook-…` headers is missing or unreadable. */
  | 'BAD_HEADERS'
  /** A secret that was passed is not one of the service: `whsec_…`. */
  | 'BAD_SECRET'
  /** No secret fits the signature, or the body was changed on the way. */
  | 'WRONG_SECRET'
  /** The signature is right, but the moment it was made is too far from now. */
  | 'CLOCK_SKEW'
  /** Signed by the right secret, but no event. */
  | 'NOT_AN_EVENT';

/** The request is not to be trusted: answer 400 and do nothing. */
export class WebhookError extends SeraiError {
  static override readonly kind: string = 'WebhookError';
  readonly reason: WebhookErrorReason;

  constructor(reason: WebhookErrorReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
