/**
 * Generates the OpenAPI documents for the partner API and the operator API. Other generators read them as well.
 */
import { EVENTS } from '../../contract/src/events.ts';
import { NAMED_SCHEMAS, OPERATOR_NAMED_SCHEMAS } from '../../contract/src/openapi/named-schemas.ts';
import { buildOpenApi, buildOperatorOpenApi, type OpenApiDocument } from '../../contract/src/openapi.ts';
import { OPERATIONS } from '../../contract/src/operations.ts';
import { OPERATOR_OPERATIONS } from '../../contract/src/operator-operations.ts';
import type { GeneratedFile } from './generated-file.ts';

export const partnerDocument = () => buildOpenApi(OPERATIONS, EVENTS, NAMED_SCHEMAS);
export const operatorDocument = () => buildOperatorOpenApi(OPERATOR_OPERATIONS, OPERATOR_NAMED_SCHEMAS);

export const contractDocuments: readonly GeneratedFile[] = [
  { path: 'openapi.json', render: () => printDocument(partnerDocument()) },
  { path: 'docs/reference/generated/operator-openapi.json', render: () => printDocument(operatorDocument()) },
];

function printDocument(document: OpenApiDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
