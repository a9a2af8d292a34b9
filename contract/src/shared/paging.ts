/** Keyset paging. Cursors are opaque, tamper-proof and bound to the filters they came from. */
import { z } from 'zod';
import { loggable } from './loggable.ts';
import { count, flag } from './values.ts';

export const pageInput = (maxLimit: number, defaultLimit: number) =>
  z
    .strictObject({
      limit: count(1, maxLimit).optional().describe(`Records a page, ${defaultLimit} when absent.`),
      cursor: loggable(z.string().min(1).max(2048)).optional().describe('`nextCursor` of the page before.'),
    })
    .optional();

export const pageOutput = () =>
  z.strictObject({
    nextCursor: loggable(z.string())
      .nullable()
      .describe('Cursor of what follows, null when nothing can follow.'),
    hasMore: flag(),
  });
