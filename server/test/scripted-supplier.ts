/** A supplier for which a test scripts only the relevant responses. All others fail. */
import type { Supplier } from '../src/booking/port/supplier.ts';

export function scriptedSupplier(script: Partial<Supplier> = {}): Supplier {
  const failed = async () => ({ kind: 'FAILED', cause: 'SERVER' }) as const;
  const unknown = async () => ({ kind: 'UNKNOWN', cause: 'SERVER' }) as const;
  return {
    kind: 'TEST',
    capabilities: { referenceIsUnique: true },
    limits: { search: 2_000, quote: 2_000, book: 3_000, lookup: 2_000, cancel: 3_000 },
    settlement: { settleMs: 60_000, speedUp: 30 },
    search: failed,
    quote: failed,
    release: failed,
    book: unknown,
    lookup: failed,
    sweep: async () => ({ kind: 'UNSUPPORTED' }),
    cancel: unknown,
    probe: failed,
    ...script,
  };
}
