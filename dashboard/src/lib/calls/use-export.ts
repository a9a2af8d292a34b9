import { useState } from 'react';
import { type CallFailure, toFailure } from './operator-client.ts';

interface Export {
  busy: boolean;
  failure: CallFailure | undefined;
  run: (work: () => Promise<void>) => Promise<void>;
}

export function useExport(): Export {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallFailure>();
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setFailure(undefined);
    try {
      await work();
    } catch (thrown) {
      setFailure(toFailure(thrown));
    }
    setBusy(false);
  };
  return { busy, failure, run };
}
