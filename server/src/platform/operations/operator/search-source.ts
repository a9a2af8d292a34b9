/** What an area contributes to the search of the dashboard: a way to find its records by a typed text. */
import type { SearchKind, SearchResult } from '@serai/contract/account/search.ts';
import type { Permission } from '@serai/contract/roles.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../database/connect.ts';

export interface SearchQuery {
  /** Restricted to the partner, or sees all partners if the caller belongs to the staff. */
  db: Database;
  /** Undefined means all partners. */
  organisationId: string | undefined;
  /** The partner, or the operator if the search concerns all partners. */
  companyId: string;
  /** Without leading and trailing spaces, and never empty. */
  text: string;
  environments: readonly Environment[];
  /** Maximum number of results for each environment. */
  limit: number;
}

export interface SearchSource {
  kind: SearchKind;
  /** Callers without this permission get no results of this kind. */
  permission: Permission;
  find(query: SearchQuery): Promise<SearchResult[]>;
}

/** Longer than the rest of any id, and sorted after it in every collation. */
const AFTER_ID = 'z'.repeat(40);

/**
 * The range of ids that begin with `prefix`. It serves the index of the id in every collation. In some collations it
 * also contains other ids, so statements check the beginning as well.
 */
export function idRange(prefix: string): { from: string; to: string } {
  return { from: prefix, to: `${prefix}${AFTER_ID}` };
}

const REFERENCE_ID = /^([a-z]{3})_([0-9a-z]*)$/i;

/** Fewer characters after the prefix of an id, such as `bkg_`, would find arbitrary records. */
export const MIN_ID_CHARACTERS = 4;

/**
 * The beginning of an id in Crockford's base32, which is in upper case. Undefined if it has another prefix or is too
 * short.
 */
export function referenceIdPrefix(text: string, prefix: string): string | undefined {
  const [, found, rest = ''] = REFERENCE_ID.exec(text) ?? [];
  if (found?.toLowerCase() !== prefix || rest.length < MIN_ID_CHARACTERS) return undefined;
  return `${prefix}_${rest.toUpperCase()}`;
}
