import type { ReactNode } from 'react';
import { FilterSelect } from '../../components/filter-bar.tsx';
import { useMay } from '../../lib/session-context.ts';
import { useFilters } from '../../lib/url-state.ts';
import { BUSINESS_PERIODS } from './business-period.ts';

/** A year is shown by month, from the reports. Only staff who may see them can choose it. */
export const YEAR = 'year';

interface BusinessHeadProps {
  chosen: string;
  /** The period in words. */
  children: ReactNode;
}

/** The title of the business figures, and the choice of their period. */
export function BusinessHead({ chosen, children }: BusinessHeadProps) {
  const [, setFilters] = useFilters(['business']);
  const seesReports = useMay('reports:view');
  return (
    <div className="section-head">
      <div>
        <h2>{seesReports ? 'Bookings and revenue' : 'Bookings'}</h2>
        <p className="hint">{children}</p>
      </div>
      <FilterSelect
        label="Period"
        value={chosen}
        options={seesReports ? [...BUSINESS_PERIODS, [YEAR, 'This year']] : BUSINESS_PERIODS}
        onChange={value => setFilters({ business: value === '7d' ? undefined : value })}
      />
    </div>
  );
}
