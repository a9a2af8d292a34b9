/** Filters of a page, kept in its address: they outlive a reload and can be sent to others. */
import { useNavigate, useSearch } from '@tanstack/react-router';

export type Filters<Name extends string> = Partial<Record<Name, string>>;

export function useFilters<const Name extends string>(
  names: readonly Name[],
): [Filters<Name>, (changed: Partial<Record<Name, string | undefined>>) => void] {
  const search = useSearch({ strict: false }) as Record<string, string | undefined>;
  const navigate = useNavigate();
  const filters: Filters<Name> = {};
  for (const name of names) {
    const value = search[name];
    if (value !== undefined && value !== '') filters[name] = value;
  }
  const set = (changed: Partial<Record<Name, string | undefined>>) => {
    // What stands there by then: a filter that waited for typing to pause must not undo another.
    const merge = (before: Record<string, string | undefined>) => {
      const merged: Record<string, string | undefined> = { ...before, ...changed };
      for (const name in merged) if (merged[name] === '') merged[name] = undefined;
      return merged;
    };
    void navigate({ to: '.', search: merge as never, replace: true, resetScroll: false });
  };
  return [filters, set];
}
