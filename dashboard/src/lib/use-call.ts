/** What an operation answers, for as long as a component shows it. */
import { useCallback, useEffect, useState } from 'react';
import {
  type CallFailure,
  call,
  type Input,
  type OperationName,
  type Output,
  toFailure,
} from './operator-client.ts';

export type CallState<Data> =
  | { state: 'waiting' }
  | { state: 'failed'; failure: CallFailure }
  | { state: 'ready'; data: Data };

export function useCall<Name extends OperationName>(
  name: Name,
  input: Input<Name>,
): CallState<Output<Name>> & { reload: () => void } {
  const [shown, setShown] = useState<CallState<Output<Name>>>({ state: 'waiting' });
  const [round, setRound] = useState(0);
  const text = JSON.stringify(input);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again with the same input
  useEffect(() => {
    const abort = new AbortController();
    setShown({ state: 'waiting' });
    call(name, JSON.parse(text), abort.signal).then(
      data => setShown({ state: 'ready', data }),
      thrown => {
        if (!abort.signal.aborted) setShown({ state: 'failed', failure: toFailure(thrown) });
      },
    );
    return () => abort.abort();
  }, [name, text, round]);

  return { ...shown, reload: useCallback(() => setRound(before => before + 1), []) };
}
