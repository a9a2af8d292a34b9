import type { ReactNode } from 'react';
import { FilterBar, FilterSelect } from '../../components/filter-bar.tsx';
import { PartnerFilter } from '../../components/partners/partners.tsx';
import { COUNTRY_OPTIONS } from '../../components/pickers/code-options.ts';
import { Combobox } from '../../components/pickers/combobox.tsx';
import { useProviders } from '../../components/pricing/use-names.ts';
import { Segmented } from '../../components/segmented.tsx';
import { FilterMonth } from './filter-month.tsx';
import {
  GROUP_LABELS,
  GROUPS,
  type Group,
  type REPORT_FILTERS,
  type ReportFilters,
  toggleGroup,
} from './report.ts';
import {
  DATE_BASES,
  type DateBasis,
  periodFilters,
  periodOptions,
  type ReportPeriod,
  rangeFilters,
} from './report-period.ts';

interface ReportFilterBarProps {
  filters: ReportFilters;
  groups: readonly Group[];
  basis: DateBasis;
  period: ReportPeriod;
  onChange: (changed: Partial<Record<(typeof REPORT_FILTERS)[number], string | undefined>>) => void;
  actions: ReactNode;
}

/** Rooms are rarely booked earlier. */
const MONTHS_AHEAD = 18;

export function ReportFilterBar({ filters, groups, basis, period, onChange, actions }: ReportFilterBarProps) {
  const providers = useProviders();
  const { by: _by, basis: _basis, ...others } = filters;
  const isFiltered = Object.keys(others).length > 0;
  const clear = () =>
    onChange({
      partner: undefined,
      period: undefined,
      from: undefined,
      to: undefined,
      country: undefined,
      provider: undefined,
    });
  return (
    <>
      <div className="report-head">
        <fieldset className="toggles">
          <legend>Group by</legend>
          {GROUPS.map(group => (
            <button
              key={group}
              type="button"
              className="small"
              aria-pressed={groups.includes(group)}
              onClick={() => onChange({ by: toggleGroup(groups, group) })}
            >
              {GROUP_LABELS[group]}
            </button>
          ))}
        </fieldset>
        <Segmented
          label="Month of a booking"
          options={DATE_BASES}
          value={basis}
          onChange={value => onChange({ basis: value === 'STAY' ? 'stay' : undefined })}
        />
      </div>
      <FilterBar onClear={isFiltered ? clear : undefined} actions={actions}>
        <FilterSelect
          label="Period"
          value={period.key}
          options={periodOptions(basis)}
          onChange={key => key && onChange(periodFilters(key, basis, period))}
        />
        {period.key === 'custom' &&
          (['from', 'to'] as const).map(end => (
            <FilterMonth
              key={end}
              label={end === 'from' ? 'From' : 'To'}
              value={period[end]}
              ahead={basis === 'STAY' ? MONTHS_AHEAD : 0}
              onChange={month => onChange(rangeFilters(end, month, period))}
            />
          ))}
        <PartnerFilter value={filters.partner} onChange={partner => onChange({ partner })} />
        <Combobox
          label="Country of the hotel"
          placeholder="All countries"
          value={filters.country}
          options={COUNTRY_OPTIONS}
          onChange={country => onChange({ country })}
        />
        <Combobox
          label="Provider"
          placeholder="All providers"
          value={filters.provider}
          options={providers.map(({ code, name }) => ({ value: code, name, hint: code }))}
          onChange={provider => onChange({ provider })}
        />
      </FilterBar>
    </>
  );
}
