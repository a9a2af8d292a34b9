/**
 * Form fields for the conditions of a rule, in groups. A group is initially expanded if one of its conditions is set.
 */
import type { ReactNode } from 'react';
import { DateField } from '../../components/pickers/date-field.tsx';
import { ValuePicker } from '../../components/pickers/value-picker.tsx';
import {
  BOARD_NAMES,
  type ConditionName,
  type NameOf,
  REFUNDABILITY_NAMES,
  WEEKDAY_NAMES,
} from '../../components/pricing/rule-words.ts';
import { UnitField } from '../../components/unit-field.tsx';
import { type CallFailure, fieldError } from '../../lib/calls/operator-client.ts';
import {
  GroupPicker,
  HotelPicker,
  NationalityPicker,
  PartnerPicker,
  PlacePicker,
  ProviderPicker,
} from './pickers.tsx';
import type { RuleDraft } from './rule-draft.ts';

interface ConditionFieldsProps {
  draft: RuleDraft;
  failure: CallFailure | undefined;
  nameOf: NameOf;
  onChange: (changed: Partial<RuleDraft>) => void;
}

export function ConditionFields(props: ConditionFieldsProps) {
  return (
    <fieldset>
      <legend>Conditions</legend>
      <p className="hint">All conditions must match. A rule without conditions applies to every offer.</p>
      <Group {...props} title="Partners and guests" names={['partners', 'partnerGroups', 'nationalities']}>
        <PartnerPicker {...listOf(props, 'partners')} />
        <GroupPicker {...listOf(props, 'partnerGroups')} />
        <NationalityPicker {...listOf(props, 'nationalities')} />
      </Group>
      <Group {...props} title="Hotels" names={['places', 'hotels', 'providers', 'chains', 'stars']}>
        <PlacePicker {...listOf(props, 'places')} />
        <HotelPicker {...listOf(props, 'hotels')} />
        <ProviderPicker {...listOf(props, 'providers')} />
        <CodePicker {...props} name="chains" label="Chains" placeholder="Chain code" />
        <Range {...props} name="stars" label="Stars" unit="stars" />
      </Group>
      <Group {...props} title="Rates" names={['boards', 'refundability', 'ratePlans']}>
        <Toggles {...props} name="boards" label="Boards" options={BOARD_NAMES} />
        <Toggles {...props} name="refundability" label="Refundability" options={REFUNDABILITY_NAMES} />
        <CodePicker {...props} name="ratePlans" label="Rate plans" placeholder="Rate plan code" />
      </Group>
      <Group {...props} title="Dates" names={['checkIn', 'bookedAt', 'weekdays', 'leadDays', 'nights']}>
        <Range {...props} name="checkIn" label="Arrival" />
        <Range {...props} name="bookedAt" label="Booked (UTC)" />
        <Toggles {...props} name="weekdays" label="Arrival on" options={WEEKDAY_NAMES} />
        <Range {...props} name="leadDays" label="Days before arrival" unit="days" />
        <Range {...props} name="nights" label="Nights" unit="nights" />
      </Group>
    </fieldset>
  );
}

interface GroupProps extends ConditionFieldsProps {
  title: string;
  names: readonly ConditionName[];
  children: ReactNode;
}

function Group({ draft, failure, title, names, children }: GroupProps) {
  const set = names.filter(name => isSet(draft, name));
  const hasProblem = names.some(name => fieldError(failure, `conditions/${name}`) !== undefined);
  return (
    <details className="conditions" open={set.length > 0 || hasProblem}>
      <summary>
        {title} <span className="faint">{set.length === 0 ? 'any' : `${set.length} set`}</span>
      </summary>
      <div>{children}</div>
    </details>
  );
}

function isSet({ lists, ranges }: RuleDraft, name: ConditionName): boolean {
  const range = ranges[name];
  return (lists[name]?.length ?? 0) > 0 || (range !== undefined && range.from + range.to !== '');
}

function listOf({ draft, failure, nameOf, onChange }: ConditionFieldsProps, name: ConditionName) {
  return {
    chosen: draft.lists[name] ?? [],
    nameOf,
    problem: fieldError(failure, `conditions/${name}`),
    onChange: (chosen: readonly string[]) => onChange({ lists: { ...draft.lists, [name]: chosen } }),
  };
}

interface NamedProps extends ConditionFieldsProps {
  name: ConditionName;
  label: string;
}

/** A field for codes that have no list to choose from. */
function CodePicker({ label, placeholder, name, ...props }: NamedProps & { placeholder: string }) {
  return (
    <ValuePicker
      {...listOf(props, name)}
      label={label}
      placeholder={placeholder}
      nameOf={code => code}
      find={() => []}
    />
  );
}

interface RangeProps extends NamedProps {
  /** For a range of numbers. Without a unit, the bounds are dates. */
  unit?: string;
}

function Range({ draft, failure, onChange, name, label, unit }: RangeProps) {
  const range = draft.ranges[name] ?? { from: '', to: '' };
  const bound = (end: 'from' | 'to') => {
    const field = {
      label: `${label} ${end}`,
      value: range[end],
      problem:
        fieldError(failure, `conditions/${name}/${end}`) ??
        (end === 'from' ? exactError(failure, `conditions/${name}`) : undefined),
      onChange: (value: string) =>
        onChange({ ranges: { ...draft.ranges, [name]: { ...range, [end]: value } } }),
    };
    if (unit !== undefined) return <UnitField {...field} unit={unit} />;
    const other = end === 'from' ? { max: range.to || undefined } : { min: range.from || undefined };
    return <DateField {...field} {...other} placeholder="Any date" />;
  };
  return (
    <div className="row pair">
      {bound('from')}
      {bound('to')}
    </div>
  );
}

/** The error of the field itself, without the errors of nested fields. */
function exactError(failure: CallFailure | undefined, field: string): string | undefined {
  return failure?.details.find(({ path }) => path === `/${field}`)?.message;
}

function Toggles({
  draft,
  failure,
  onChange,
  name,
  label,
  options,
}: NamedProps & { options: Readonly<Record<string, string>> }) {
  const chosen = draft.lists[name] ?? [];
  const problem = fieldError(failure, `conditions/${name}`);
  const toggle = (value: string) =>
    onChange({
      lists: {
        ...draft.lists,
        [name]: chosen.includes(value) ? chosen.filter(each => each !== value) : [...chosen, value],
      },
    });
  return (
    <fieldset className="toggle-field">
      <legend>{label}</legend>
      <div className="toggle-list">
        {Object.entries(options).map(([value, text]) => (
          <button
            key={value}
            type="button"
            className="small"
            aria-pressed={chosen.includes(value)}
            onClick={() => toggle(value)}
          >
            {text}
          </button>
        ))}
      </div>
      {problem && <span className="problem">{problem}</span>}
    </fieldset>
  );
}
