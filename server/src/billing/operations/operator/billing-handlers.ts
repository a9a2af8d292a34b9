import {
  acrossOrganisations,
  type OperatorHandler,
} from '../../../platform/operations/operator/operator-handler.ts';
import { operateOnReplicas } from '../../../platform/operations/read-on-replicas.ts';
import { balancesList, entriesList } from './balances.ts';
import type { BillingParts } from './billing-parts.ts';
import { paymentsImport } from './import-payments.ts';
import { reportsOnTheBooks } from './on-the-books.ts';
import { billingAdjust, paymentsRecord, paymentsReturn } from './payments.ts';
import { statementsPdf } from './print-statement.ts';
import { reportsExport, reportsShow } from './reports.ts';
import { reportsSales } from './sales.ts';
import { scheduleRuns, scheduleShow } from './schedule.ts';
import { statementsPreview, statementsSend } from './send-statement.ts';
import { statementsClose, statementsExport, statementsList, statementsShow } from './statements.ts';

export function billingHandlers(parts: BillingParts): OperatorHandler[] {
  return [
    balancesList(parts),
    entriesList(parts),
    paymentsRecord(parts),
    paymentsReturn(parts),
    ...acrossOrganisations('A bank file contains payments of several partners.', [paymentsImport(parts)]),
    billingAdjust(parts),
    statementsList(parts),
    statementsShow(parts),
    statementsExport(parts),
    statementsPdf(parts),
    statementsClose(parts),
    statementsPreview(parts),
    statementsSend(parts),
    ...acrossOrganisations('What is sent automatically concerns all partners.', [
      scheduleShow(parts),
      scheduleRuns(),
    ]),
    operateOnReplicas(parts.replicas, reportsShow(parts)),
    operateOnReplicas(parts.replicas, reportsExport(parts)),
    operateOnReplicas(parts.replicas, reportsSales(parts)),
    operateOnReplicas(parts.replicas, reportsOnTheBooks(parts)),
  ];
}
