import { showSession } from '@serai/contract/account/session.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { operatorTokenView, sessionView } from './session-view.ts';

interface SessionShowParts {
  clock: Clock;
  interfaceUrl: string;
}

export function sessionShow(parts: SessionShowParts): OperatorHandler {
  return operate(showSession, async context => ({
    session: await (context.session === undefined
      ? operatorTokenView(context)
      : sessionView({ ...parts, db: context.db }, context.session.tokenHash)),
    interfaceUrl: parts.interfaceUrl,
    clientAddress: context.address ?? null,
  }));
}
