import { listPartners } from '@serai/contract/account/partners.ts';
import { expect, it } from 'vitest';
import { csvText } from '../../lib/format/download.ts';
import type { ListedPartner } from './partner-columns.tsx';
import { PARTNER_HEADINGS, partnerCells } from './partner-export.ts';

it('the exported partners have a value below each heading, and leave out what the role may not see', () => {
  const [example] = listPartners.examples.answer.partners as unknown as [ListedPartner];
  const cells = partnerCells(example);
  expect(cells).toHaveLength(PARTNER_HEADINGS.length);
  const [, line] = csvText(PARTNER_HEADINGS, [cells]).split('\r\n');
  expect(line).toContain('18340.00,EUR,3924.00,1274.00,2026-08-15,EUR,2026-08-20T09:14:00Z');
  const hidden = { ...example, summary: null };
  expect(partnerCells(hidden).slice(7)).toEqual([
    null,
    undefined,
    null,
    null,
    undefined,
    undefined,
    undefined,
  ]);
});
