/** State that is kept in the URL, so that it survives a reload and can be shared as a link. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';

export function useEnvironment(): Environment {
  const { environment } = useParams({ strict: false }) as { environment?: string };
  return environment === 'production' ? 'production' : 'sandbox';
}

export const ENVIRONMENT_NAMES: Record<Environment, string> = {
  sandbox: 'Sandbox',
  production: 'Production',
};

export type Filters<Name extends string> = Partial<Record<Name, string>>;

/**
 * The named search parameters, a function that changes some of them, and one that clears all of them. The last one is
 * undefined while none is set.
 */
export function useFilters<const Name extends string>(
  names: readonly Name[],
): [
  filters: Filters<Name>,
  set: (changed: Partial<Record<Name, string | undefined>>) => void,
  clear: (() => void) | undefined,
] {
  const search = useSearch({ strict: false }) as Record<string, string | undefined>;
  const navigate = useNavigate();
  const filters: Filters<Name> = {};
  for (const name of names) {
    const value = search[name];
    if (value !== undefined && value !== '') filters[name] = value;
  }
  const set = (changed: Partial<Record<Name, string | undefined>>) => {
    // Merge with the parameters at the time of the change. Otherwise a debounced text filter could undo another
    // change.
    const merge = (before: Record<string, string | undefined>) => {
      const merged: Record<string, string | undefined> = { ...before, ...changed };
      for (const name in merged) if (merged[name] === '') merged[name] = undefined;
      return merged;
    };
    void navigate({ to: '.', search: merge as never, replace: true, resetScroll: false });
  };
  const none = Object.fromEntries(names.map(name => [name, undefined])) as Partial<Record<Name, undefined>>;
  return [filters, set, Object.keys(filters).length > 0 ? () => set(none) : undefined];
}

/** Whether the form for a new record is open. Other pages and the command palette link to it with `?create=`. */
export function useCreateForm(name: string): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const [{ create }, setFilters] = useFilters(['create']);
  return [create === name, isOpen => setFilters({ create: isOpen ? name : undefined })];
}
