/** The account of the partner at the operator. */
import type { RequestOptions } from '../client/client-options.ts';
import type { Connection } from '../client/connection.ts';
import type { PendingCall } from '../client/pending-call.ts';
import type { BalanceAnswer } from '../generated/types.ts';

export class Account {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Returns what the partner owes, what open bookings hold, and what can still be booked. */
  balance(options?: RequestOptions): PendingCall<BalanceAnswer> {
    return this.#connection.call('balance', {}, options);
  }
}
