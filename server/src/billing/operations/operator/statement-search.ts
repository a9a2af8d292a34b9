import { toMoney } from '../../../platform/money/minor-units.ts';
import type { SearchSource } from '../../../platform/operations/operator/search-source.ts';
import { findNumbered } from '../../statements/statement-store.ts';

/** A year alone would find arbitrary statements. */
const NUMBER_START = /^(?:TEST-)?(\d{4}-\d[\d-]*)$/;

/** Also finds a statement of the sandbox without its prefix. */
export const statementSearch: SearchSource = {
  kind: 'statement',
  permission: 'billing:view',
  async find({ db, text, ...query }) {
    const typed = text.toUpperCase();
    const [, plain] = NUMBER_START.exec(typed) ?? [];
    if (plain === undefined) return [];
    const found = await findNumbered(db, [typed, `TEST-${plain}`], query);
    return found.map(({ statement_id, number, environment, currency, closing_minor, ...partner }) => {
      const { amount } = toMoney(closing_minor, currency);
      return {
        kind: 'statement',
        id: statement_id,
        title: number,
        detail: `${partner.partner_name}, ${amount} ${currency}`,
        status: null,
        environment,
        partnerId: partner.organisation_id as never,
      };
    });
  },
};
