/** What an operation answers, for as long as a component shows it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
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

interface CallOptions {
  /** Asks again after so many milliseconds, while the page can be seen. */
  everyMs?: number | undefined;
  /** Not asked while false. */
  when?: boolean;
}

interface Asked {
  reload: () => void;
  /** What is shown belongs to an earlier input, or is being asked for again. */
  refreshing: boolean;
}

export function useCall<Name extends OperationName>(
  name: Name,
  input: Input<Name>,
  { everyMs, when = true }: CallOptions = {},
): CallState<Output<Name>> & Asked {
  const query = useQuery({
    queryKey: [name.split('/')[0], name, input],
    queryFn: ({ signal }) => call(name, input, signal),
    placeholderData: keepPreviousData,
    enabled: when,
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
  });
  const asked = { reload: () => void query.refetch(), refreshing: query.isFetching };
  if (query.data !== undefined) return { state: 'ready', data: query.data as Output<Name>, ...asked };
  if (query.error !== null) return { state: 'failed', failure: toFailure(query.error), ...asked };
  return { state: 'waiting', ...asked };
}
