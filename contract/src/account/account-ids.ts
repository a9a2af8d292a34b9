/** Ids that only the operator interface shows. Opaque, as all others are: a wrongly shaped one is an unknown one. */
import { z } from 'zod';

export const secretId = () => z.string().describe('Id of one secret of a key.');
export const rowId = () => z.string().describe('Id of a row of the request log.');
export const auditId = () => z.string().describe('Audit entry id.');
export const memberId = () => z.string().describe('Member id, `mbr_…`.');
export const sessionId = () => z.string().describe('Session id, `ses_…`. Not what its cookie holds.');
export const endpointId = () => z.string().describe('Webhook endpoint id, `whk_…`.');
export const deliveryId = () => z.string().describe('Webhook delivery id, `dlv_…`.');
export const providerId = () => z.string().describe('Provider connection id, `prv_…`.');
export const jobId = () => z.string().describe('Job id, `job_…`.');
