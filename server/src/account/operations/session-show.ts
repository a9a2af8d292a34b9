import { showSession } from '@serai/contract/account/session/show.ts';
import type { Database } from '../../platform/database/connect.ts';
import { type OperatorHandler, operate } from '../../platform/operations/operator-handler.ts';
import { sessionView } from './session-view.ts';

interface SessionShowParts {
  db: Database;
  interfaceUrl: string;
}

export function sessionShow({ db, interfaceUrl }: SessionShowParts): OperatorHandler {
  return operate(showSession, async ({ actor, role, organisationId, session, address }) => ({
    session: await sessionView(db, { actor, role, organisationId, endsAtMs: session?.endsAtMs }),
    interfaceUrl,
    clientAddress: address ?? null,
  }));
}
