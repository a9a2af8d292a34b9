import { useState } from 'react';
import { balancesAfter } from '../../components/billing/balances-after.ts';
import { EntriesTable } from '../../components/billing/entries.tsx';
import type { Entry } from '../../components/billing/entry-kinds.ts';
import { foldLabel, hasAmount } from './statement-sums.ts';

interface StatementEntriesProps {
  entries: readonly Entry[];
  partner: string;
  /** Undefined while it is not loaded yet. */
  opening: Entry['owed'] | undefined;
  /** Whether there are pages that are not loaded yet. */
  hasMore: boolean;
}

/** Entries of zero are folded, so that the others stand out. */
export function StatementEntries({ entries, partner, opening, hasMore }: StatementEntriesProps) {
  const [isOpen, setOpen] = useState(false);
  const withAmount = entries.filter(hasAmount);
  const others = entries.length - withAmount.length;
  return (
    <>
      {(isOpen || withAmount.length > 0) && (
        <EntriesTable
          entries={isOpen ? entries : withAmount}
          partner={partner}
          balances={balancesAfter(opening, entries)}
        />
      )}
      {others > 0 && (
        <button type="button" className="small quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {foldLabel(isOpen, others, hasMore)}
        </button>
      )}
    </>
  );
}
