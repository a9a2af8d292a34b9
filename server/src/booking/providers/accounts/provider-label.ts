/** The label of a provider in metrics. Metrics need a closed set of labels, so the accounts of one supplier share one. */
import type { Providers } from '../../provider.ts';
import { ADAPTERS, adapterOf } from '../connections/adapters.ts';

export function providerLabel(code: string): string {
  const adapter = adapterOf(code);
  return adapter === undefined || adapter.isBuiltIn ? code : adapter.adapter;
}

export function providerLabels(providers: Providers): string[] {
  const known = [true, false].flatMap(testMode =>
    providers.list(testMode).map(({ code }) => providerLabel(code)),
  );
  const suppliers = ADAPTERS.filter(({ isBuiltIn }) => !isBuiltIn).map(({ adapter }) => adapter);
  return [...new Set([...known, ...suppliers])];
}
