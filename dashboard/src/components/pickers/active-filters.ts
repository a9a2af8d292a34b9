import { createContext, useContext, useEffect } from 'react';

/** Counts the filters that are set inside a filter bar. Undefined outside of one, for example in a form. */
export const FilterCount = createContext<((change: 1 | -1) => void) | undefined>(undefined);

/** Reports to the filter bar around this filter whether it is set, so that no page has to count its filters. */
export function useActiveFilter(isSet: boolean): void {
  const count = useContext(FilterCount);
  useEffect(() => {
    if (!isSet || count === undefined) return;
    count(1);
    return () => count(-1);
  }, [isSet, count]);
}
