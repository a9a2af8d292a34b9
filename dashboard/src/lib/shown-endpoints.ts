/** The failing endpoints that the overview lists, so that the layout does not repeat them as notices above the page. */
import { createContext, use, useEffect, useState } from 'react';

/** Undefined while no page lists endpoints, or its list is still loading. */
type Shown = readonly string[] | undefined;

interface ShownEndpoints {
  shown: Shown;
  setShown: (shown: Shown) => void;
}

export const ShownEndpointsContext = createContext<ShownEndpoints>({ shown: undefined, setShown: () => {} });

export function useShownEndpoints(): ShownEndpoints {
  const [shown, setShown] = useState<Shown>();
  return { shown, setShown };
}

/** Reports the endpoints that are visible on the page, as long as it is open. */
export function useReportShown(endpointIds: readonly string[]): void {
  const { setShown } = use(ShownEndpointsContext);
  const key = endpointIds.join(' ');
  useEffect(() => {
    setShown(key.split(' '));
    return () => setShown(undefined);
  }, [key, setShown]);
}
