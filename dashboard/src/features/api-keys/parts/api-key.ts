import type { Output } from '../../../lib/calls/operator-client.ts';

/** A key as the server shows it: never with its secret. */
export type ApiKey = Output<'keys/show'>['key'];

export type Made = Output<'keys/create'>;
