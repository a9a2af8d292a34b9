/** Lets a command that goes on for ever end in order when it is interrupted, instead of being killed. */
import { stayAlive } from '../../frame/stay-alive.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** The signal ends with the first interruption; a second one kills. */
export async function untilInterrupted<T>(
  given: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const interrupted = new AbortController();
  const onSignal = () => {
    stopListening();
    interrupted.abort();
  };
  const stopListening = () => {
    for (const name of SIGNALS) process.off(name, onSignal);
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  const signal = given === undefined ? interrupted.signal : AbortSignal.any([given, interrupted.signal]);
  try {
    return await stayAlive(() => work(signal));
  } finally {
    stopListening();
  }
}
