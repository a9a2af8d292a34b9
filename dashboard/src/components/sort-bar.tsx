import { ArrowDown, ArrowUp } from 'lucide-react';
import { useId } from 'react';
import { LazySelect } from './pickers/lazy-select.tsx';
import type { Sort } from './sort-rows.ts';

interface SortBarProps {
  /** The columns that the rows can be sorted by. */
  columns: readonly { key: string; heading: string }[];
  sort: Sort | undefined;
  /** Names the order that the rows have otherwise. */
  order: string;
  /** Whether a column begins with the highest value. */
  startsDescending: (key: string) => boolean;
  onSort: (sort: Sort | undefined) => void;
}

/** Sorts cards, which have no headings to click. */
export function SortBar({ columns, sort, order, startsDescending, onSort }: SortBarProps) {
  const id = useId();
  const Arrow = sort?.isDescending ? ArrowDown : ArrowUp;
  return (
    <div className="sort-bar">
      <label htmlFor={id} id={`${id}-label`}>
        Sort by
      </label>
      <LazySelect
        id={id}
        value={sort?.key ?? ''}
        options={[['', order], ...columns.map(({ key, heading }) => [key, heading] as const)]}
        onChange={key => onSort(key === '' ? undefined : { key, isDescending: startsDescending(key) })}
      />
      {sort && (
        <button
          type="button"
          className="quiet icon"
          aria-label={sort.isDescending ? 'Sort ascending' : 'Sort descending'}
          onClick={() => onSort({ ...sort, isDescending: !sort.isDescending })}
        >
          <Arrow size={16} aria-hidden />
        </button>
      )}
    </div>
  );
}
