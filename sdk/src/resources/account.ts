import type { RequestOptions } from '../client/client-options.ts';
import type { Connection } from '../client/connection.ts';
import type { PendingCall } from '../client/pending-call.ts';
import type { Balance } from '../generated/types.ts';

export class Account {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Returns the amounts that the partner owes, that open bookings hold, and that can still be booked. */
  balance(options?: RequestOptions): PendingCall<Balance> {
    return this.#connection.call('balance', {}, options);
  }
}
