import { FilterBar, FilterSelect } from '../../components/filter-bar.tsx';
import { PartnerFilter } from '../../components/partners/partner-pickers.tsx';
import { COUNTRY_OPTIONS } from '../../components/pickers/code-options.ts';
import { Combobox } from '../../components/pickers/combobox.tsx';
import { PAST_PRESETS, STAY_PRESETS } from '../../components/pickers/date-range.ts';
import { FilterDateRange } from '../../components/pickers/filter-date-range.tsx';
import { RecordFilter } from '../../components/pickers/record-filter.tsx';
import { SavedViews } from '../../components/pickers/saved-views.tsx';
import { useProviders } from '../../components/pricing/use-names.ts';
import { Segmented } from '../../components/segmented.tsx';
import {
  GROUP_LABELS,
  GROUPS,
  type Group,
  groupPlaces,
  type REPORT_FILTERS,
  type ReportFilters,
  withGroup,
} from './report.ts';
import {
  DATE_BASES,
  type DateBasis,
  daysOf,
  periodFilters,
  periodOptions,
  type ReportPeriod,
} from './report-period.ts';

type Changed = Partial<Record<(typeof REPORT_FILTERS)[number], string | undefined>>;

interface ReportFilterBarProps {
  filters: ReportFilters;
  groups: readonly Group[];
  basis: DateBasis;
  period: ReportPeriod;
  /** In the time zone of the operator. */
  today: string;
  timeZone: string;
  onChange: (changed: Changed) => void;
}

export function ReportFilterBar(props: ReportFilterBarProps) {
  const { filters, groups, basis, period, today, timeZone, onChange } = props;
  const providers = useProviders();
  const { by: _by, basis: _basis, ...others } = filters;
  const isFiltered = Object.keys(others).length > 0;
  const clear = () => {
    const none = { partner: undefined, hotel: undefined, country: undefined, provider: undefined };
    onChange({ ...none, period: undefined, from: undefined, to: undefined });
  };
  return (
    <>
      <div className="report-head">
        <ReportGroups groups={groups} onChange={onChange} />
        <Segmented
          label="Date basis"
          options={DATE_BASES}
          value={basis}
          onChange={value => onChange({ basis: value === 'STAY' ? 'stay' : undefined })}
        />
      </div>
      <FilterBar onClear={isFiltered ? clear : undefined}>
        <FilterSelect
          label="Period"
          value={period.key}
          options={periodOptions(basis)}
          onChange={key => key && onChange(periodFilters(key, basis, period, today))}
        />
        {period.key === 'custom' && (
          <FilterDateRange
            label="Dates"
            placeholder="Any date"
            {...daysOf(period)}
            presets={basis === 'STAY' ? STAY_PRESETS : PAST_PRESETS}
            timeZone={timeZone}
            onChange={({ from, to }) => onChange({ period: undefined, from, to })}
          />
        )}
        <PartnerFilter value={filters.partner} onChange={partner => onChange({ partner })} />
        <RecordFilter
          kind="hotel"
          label="Hotel"
          placeholder="All hotels"
          value={filters.hotel}
          onChange={hotel => onChange({ hotel })}
        />
        <Combobox
          label="Hotel country"
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
        <SavedViews page="/billing" tab="reports" filters={filters} />
      </FilterBar>
    </>
  );
}

/** The groups one after another. The first one cannot be removed, because a report needs one. */
function ReportGroups({ groups, onChange }: Pick<ReportFilterBarProps, 'groups' | 'onChange'>) {
  return (
    <div className="report-groups">
      {groupPlaces(groups).map((group, place) => (
        <FilterSelect
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is what the field chooses a group for
          key={place}
          label={place === 0 ? 'Group by' : 'Then by'}
          {...(place > 0 && { all: 'None' })}
          value={group}
          options={GROUPS.map(each => [each, GROUP_LABELS[each]] as const)}
          onChange={chosen => onChange({ by: withGroup(groups, place, chosen as Group | undefined) })}
        />
      ))}
    </div>
  );
}
