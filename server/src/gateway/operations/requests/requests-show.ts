import { showRequest } from '@serai/contract/account/requests.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { findLogRow, parseRowId } from '../../records/request-read-store.ts';

export function requestsShow(): OperatorHandler {
  return operate(showRequest, async ({ db, organisationId }, { rowId }) => {
    const position = parseRowId(rowId);
    const found = position && (await findLogRow(db, organisationId, position));
    if (found === undefined) {
      throw new ApiError('NOT_FOUND', 'There is no such row in the request log of this organisation.');
    }
    return found;
  });
}
