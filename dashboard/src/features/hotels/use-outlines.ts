import { useEffect, useState } from 'react';
import { loadOutlines, type Outline } from './outlines.ts';

/** Undefined until the outlines of the countries are loaded. */
export function useOutlines(): readonly Outline[] | undefined {
  const [outlines, setOutlines] = useState<readonly Outline[]>();
  useEffect(() => {
    let isShown = true;
    void loadOutlines().then(loaded => {
      if (isShown) setOutlines(loaded);
    });
    return () => {
      isShown = false;
    };
  }, []);
  return outlines;
}
