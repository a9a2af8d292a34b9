import {
  acrossOrganisations,
  type OperatorHandler,
} from '../platform/operations/operator/operator-handler.ts';
import type { Limiter } from './limits/limiter.ts';
import type { KeyOperationParts } from './operations/keys/key-operation-parts.ts';
import { keysCreate } from './operations/keys/keys-create.ts';
import { keysList, keysShow } from './operations/keys/keys-list.ts';
import { keysReportLeak } from './operations/keys/keys-report-leak.ts';
import { keysEndOverlap, keysRotate } from './operations/keys/keys-rotate.ts';
import { keysDisable, keysEnable, keysRevoke } from './operations/keys/keys-status.ts';
import { keysUpdate } from './operations/keys/keys-update.ts';
import { securityFindings } from './operations/keys/security-findings.ts';
import { requestsList, requestsShow } from './operations/requests/requests-list.ts';
import { usageClients } from './operations/usage/usage-clients.ts';
import { type ListConfirmed, usageFunnel } from './operations/usage/usage-funnel.ts';
import { usageSparks } from './operations/usage/usage-sparks.ts';
import { usageSummary } from './operations/usage/usage-summary.ts';

interface GatewayHandlerParts extends KeyOperationParts {
  limiter: Limiter;
  /** How long the request log is kept. */
  retentionDays: number;
  droppedRows: () => Promise<number>;
  listConfirmed: ListConfirmed;
}

export function gatewayHandlers(parts: GatewayHandlerParts): OperatorHandler[] {
  return [
    keysCreate(parts),
    keysList(parts),
    keysShow(parts),
    keysUpdate(parts),
    keysRotate(parts),
    keysEndOverlap(parts),
    keysDisable(parts),
    keysEnable(parts),
    keysRevoke(parts),
    ...acrossOrganisations('Anyone who reports a leaked key may revoke it, whichever partner owns it.', [
      keysReportLeak(parts),
    ]),
    securityFindings(parts),
    requestsList(parts),
    requestsShow(),
    usageSummary(parts),
    usageClients(parts),
    usageSparks(parts),
    usageFunnel(parts),
  ];
}
