/** A change that a person makes: while it is under way, and what came of it. */
import { useMutation } from '@tanstack/react-query';
import { say } from '../say.ts';
import {
  type CallFailure,
  call,
  type Input,
  type OperationName,
  type Output,
  toFailure,
} from './operator-client.ts';
import { useOutdate } from './use-outdate.ts';

interface ActionOptions<Name extends OperationName> {
  done?: (output: Output<Name>) => void;
  /** Resources whose reads are old afterwards; its own when absent. The audit, where every change stands, always is. */
  changes?: readonly string[];
  /** Words for the person when it worked. */
  said?: string;
}

export interface Action<Name extends OperationName> {
  /** Undefined when it failed; the failure is kept for the page to show. */
  run: (input: Input<Name>) => Promise<Output<Name> | undefined>;
  busy: boolean;
  failure: CallFailure | undefined;
  clear: () => void;
}

export function useAction<Name extends OperationName>(
  name: Name,
  { done, changes, said }: ActionOptions<Name> = {},
): Action<Name> {
  const outdate = useOutdate();
  const resources = changes ?? [name.split('/')[0] as string];
  const mutation = useMutation<Output<Name>, Error, Input<Name>>({
    mutationKey: [name],
    mutationFn: input => call(name, input),
  });
  const run = async (input: Input<Name>) => {
    try {
      const output = await mutation.mutateAsync(input);
      await outdate([...resources, 'audit']);
      // Once the page shows it, too.
      if (said !== undefined) say(said);
      done?.(output);
      return output;
    } catch {
      return undefined;
    }
  };
  return {
    run,
    busy: mutation.isPending,
    failure: mutation.error ? toFailure(mutation.error) : undefined,
    clear: mutation.reset,
  };
}
