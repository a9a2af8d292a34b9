import { useEffect, useState } from 'react';
import { useEnvironment } from '../../lib/url-state.ts';
import type { Calendar } from './calendar.ts';
import type { CalendarRead } from './known-nights.ts';
import { readNights } from './read-nights.ts';

export interface Reading {
  isReading: boolean;
  /** Reads again after a failure. */
  retry: () => void;
}

interface ReadNights extends Reading {
  /** Undefined until all nights are read, or if they could not be read. */
  read: readonly Calendar[] | undefined;
}

/** Reads nights that the page does not show. */
export function useReads(hotelId: string, reads: readonly CalendarRead[]): ReadNights {
  const environment = useEnvironment();
  const [attempt, setAttempt] = useState(1);
  const key = JSON.stringify(reads);
  const [done, setDone] = useState<{ key: string; read: readonly Calendar[] | undefined }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key contains the reads
  useEffect(() => {
    // What was read before may have changed since.
    setDone(undefined);
    if (reads.length === 0) return;
    const stop = new AbortController();
    const finish = (read: readonly Calendar[] | undefined) => {
      if (!stop.signal.aborted) setDone({ key, read });
    };
    readNights({ environment, hotelId }, reads, { signal: stop.signal }).then(finish, () =>
      finish(undefined),
    );
    return () => stop.abort();
  }, [key, environment, hotelId, attempt]);
  const isDone = done?.key === key;
  return {
    read: isDone ? done.read : undefined,
    isReading: reads.length > 0 && !isDone,
    retry: () => setAttempt(attempt + 1),
  };
}
