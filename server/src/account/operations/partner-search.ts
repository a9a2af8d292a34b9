import type { SearchSource } from '../../platform/operations/operator/search-source.ts';
import { listPartners } from '../organisation-store.ts';

/** Only staff see partners. Partner users have just one. */
export const partnerSearch: SearchSource = {
  kind: 'partner',
  permission: 'operator:view',
  async find({ db, text, limit }) {
    const filter = { partnerId: undefined, search: text, status: undefined, group: undefined };
    const found = await listPartners(db, filter, undefined, limit);
    return found.map(({ id, name, status, groups }) => ({
      kind: 'partner',
      id,
      title: name,
      detail: groups.length > 0 ? groups.join(', ') : null,
      status,
      environment: null,
      partnerId: id as never,
    }));
  },
};
