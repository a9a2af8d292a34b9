/** Members as people read them. Pure. */
import type { member } from '@serai/contract/account/members.ts';
import type { z } from 'zod';
import type { Style } from '../text/style.ts';
import { table } from '../text/table.ts';
import { momentText } from '../text/time-text.ts';

export type Member = z.output<typeof member>;

export function memberTable(members: readonly Member[], nowMs: number, style: Style): string {
  const rows = members.map(each => [
    each.memberId,
    each.email,
    each.name ?? '',
    each.role,
    { text: each.status, style: each.status === 'ACTIVE' ? style.good : style.warn },
    each.secondFactor ? 'yes' : 'no',
    each.lastSignInAt === null ? 'never' : momentText(each.lastSignInAt, nowMs),
  ]);
  const head = ['MEMBER', 'EMAIL', 'NAME', 'ROLE', 'STATUS', 'SECOND FACTOR', 'LAST SIGN-IN'];
  return table(head, rows, style);
}
