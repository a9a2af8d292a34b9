/** Keyset paging. Cursors are opaque, tamper-proof and bound to the filters they were created with. */
import { z } from 'zod';
import { loggable } from './loggable.ts';
import { count, flag } from './values.ts';

export const pageInput = (maxLimit: number, defaultLimit: number) =>
  z
    .strictObject({
      limit: count(1, maxLimit).optional().describe(`Records per page. Default: ${defaultLimit}.`),
      cursor: loggable(z.string().min(1).max(2048)).optional().describe('`nextCursor` of the previous page.'),
    })
    .optional()
    .describe('Size and start of the page.');

export const pageOutput = () =>
  z.strictObject({
    nextCursor: loggable(z.string())
      .nullable()
      .describe('Cursor of the next page. Null if no further records can follow.'),
    hasMore: flag(),
  });
