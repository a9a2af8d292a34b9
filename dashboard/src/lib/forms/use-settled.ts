import { useEffect, useState } from 'react';

/** The value after it has not changed for some time, so that typing does not cause a step for each character. */
export function useSettled<Value>(value: Value, afterMs: number): Value {
  const [settled, setSettled] = useState(value);
  const key = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal values are different objects
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [key, afterMs]);
  return settled;
}
