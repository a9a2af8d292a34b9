/** The subjects of notices that a page itself shows, so that the layout does not repeat them above the page. */
import { createContext, use, useEffect, useState } from 'react';

/** Undefined while no page shows subjects, or the page is still loading. */
type Shown = readonly string[] | undefined;

interface ShownSubjects {
  shown: Shown;
  setShown: (shown: Shown) => void;
}

export const ShownSubjectsContext = createContext<ShownSubjects>({ shown: undefined, setShown: () => {} });

export function useShownSubjects(): ShownSubjects {
  const [shown, setShown] = useState<Shown>();
  return { shown, setShown };
}

/** Reports the subjects that are visible on the page, as long as it is open. */
export function useReportShown(subjectIds: readonly string[]): void {
  const { setShown } = use(ShownSubjectsContext);
  const key = subjectIds.join(' ');
  useEffect(() => {
    setShown(key.split(' '));
    return () => setShown(undefined);
  }, [key, setShown]);
}
