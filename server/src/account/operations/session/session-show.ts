import { showSession } from '@serai/contract/account/session/show.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { operatorTokenView, sessionView } from './session-view.ts';

interface SessionShowParts {
  db: Database;
  clock: Clock;
  interfaceUrl: string;
}

export function sessionShow(parts: SessionShowParts): OperatorHandler {
  return operate(showSession, async context => ({
    session: await (context.session === undefined
      ? operatorTokenView(parts, context)
      : sessionView(parts, context.session.tokenHash)),
    interfaceUrl: parts.interfaceUrl,
    clientAddress: context.address ?? null,
  }));
}
