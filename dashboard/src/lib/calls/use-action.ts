import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { showToast } from '../toasts.tsx';
import {
  type CallFailure,
  call,
  type Input,
  type OperationName,
  type Output,
  toFailure,
} from './operator-client.ts';

interface ActionOptions<Name extends OperationName> {
  done?: (output: Output<Name>) => void;
  /**
   * Resources whose cached reads become stale. Default: the operation's own resource. The audit log always
   * becomes stale.
   */
  changes?: readonly string[];
  toast?: string;
}

interface Action<Name extends OperationName> {
  /**
   * Resolves to undefined on failure, which `failure` then describes. While the action is busy, further calls are
   * ignored, so that a second click cannot repeat it.
   */
  run: (input: Input<Name>) => Promise<Output<Name> | undefined>;
  /** True until the page shows the change and `done` has run. */
  busy: boolean;
  failure: CallFailure | undefined;
  /** Forgets the failure. An action that is still running changes the data, but no longer calls `done`. */
  clear: () => void;
}

export function useAction<Name extends OperationName>(
  name: Name,
  { done, changes, toast }: ActionOptions<Name> = {},
): Action<Name> {
  const outdate = useInvalidate();
  const resources = changes ?? [name.split('/')[0] as string];
  const mutation = useMutation<Output<Name>, Error, Input<Name>>({
    mutationKey: [name],
    mutationFn: input => call(name, input),
  });
  const isRunning = useRef(false);
  const clears = useRef(0);
  const [busy, setBusy] = useState(false);
  const run = async (input: Input<Name>) => {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    const clearsBefore = clears.current;
    setBusy(true);
    try {
      const output = await mutation.mutateAsync(input).catch(() => undefined);
      if (output === undefined) return undefined;
      await outdate([...resources, 'audit']);
      // The toast appears only after the page shows the change.
      if (toast !== undefined) showToast(toast);
      if (clears.current === clearsBefore) done?.(output);
      return output;
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return {
    run,
    busy,
    failure: mutation.error ? toFailure(mutation.error) : undefined,
    clear: () => {
      clears.current++;
      mutation.reset();
    },
  };
}

/** Invalidates all reads of the given resources (`keys` covers `keys/…`). Visible data is fetched again immediately. */
export function useInvalidate(): (resources: readonly string[]) => Promise<void> {
  const client = useQueryClient();
  return async resources => {
    await Promise.all(resources.map(resource => client.invalidateQueries({ queryKey: [resource] })));
  };
}
