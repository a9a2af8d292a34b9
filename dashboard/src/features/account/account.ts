import type { Output } from '../../lib/operator-client.ts';

export type Account = NonNullable<Output<'account/show'>['account']>;
