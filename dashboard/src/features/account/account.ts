import type { Output } from '../../lib/calls/operator-client.ts';

export type Account = NonNullable<Output<'account/show'>['account']>;
