import { showSession } from '@serai/contract/account/session/show.ts';
import type { Database } from '../../platform/database/connect.ts';
import { type OperatorHandler, operate } from '../../platform/operations/operator-handler.ts';
import { sessionView } from './session-view.ts';

export function sessionShow({ db }: { db: Database }): OperatorHandler {
  return operate(showSession, async ({ actor, role, organisationId, session }) => ({
    session: await sessionView(db, { actor, role, organisationId, endsAtMs: session?.endsAtMs }),
  }));
}
