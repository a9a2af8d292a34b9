import type { Output } from '../../lib/calls/operator-client.ts';

export type Member = Output<'members/list'>['members'][number];

/** What people call somebody who may not have told a name yet. */
export function callName({ name, email }: Pick<Member, 'name' | 'email'>): string {
  return name ?? email;
}
