import { MAX_SEARCH_RESULTS } from '@serai/contract/account/account-limits.ts';
import { findAnything, SEARCH_KINDS } from '@serai/contract/account/search.ts';
import { hasPermission } from '@serai/contract/roles.ts';
import { ENVIRONMENTS } from '@serai/contract/shared/answer.ts';
import { type OperatorHandler, operate } from '../../platform/operations/operator/operator-handler.ts';
import type { SearchSource } from '../../platform/operations/operator/search-source.ts';

/** Asks one source after the other, so that a user who types quickly never occupies several connections. */
export function searchFind(sources: readonly SearchSource[]): OperatorHandler {
  const ordered = sources.toSorted((a, b) => SEARCH_KINDS.indexOf(a.kind) - SEARCH_KINDS.indexOf(b.kind));
  return operate(
    findAnything,
    async ({ db, role, partnerId: organisationId, organisationId: companyId }, input) => {
      const { kinds = SEARCH_KINDS, environment: first, onlyEnvironment } = input;
      const text = input.query.trim();
      const environments = onlyEnvironment && first ? [first] : ENVIRONMENTS;
      const results = [];
      for (const source of text === '' ? [] : ordered) {
        if (!kinds.includes(source.kind) || !hasPermission(role, source.permission)) continue;
        const query = { db, organisationId, companyId, text, environments, limit: MAX_SEARCH_RESULTS };
        const found = await source.find(query);
        const isHere = ({ environment }: { environment: string | null }) =>
          environment === null || environment === first;
        const sorted = [...found.filter(isHere), ...found.filter(result => !isHere(result))];
        results.push(...sorted.slice(0, MAX_SEARCH_RESULTS));
      }
      return { results };
    },
  );
}
