import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { LinkTo, type Target } from './link-to.tsx';
import { nextSort, type Sort, type SortValue, sortRows, startsDescending } from './sort-rows.ts';

export interface Column<Row> {
  key: string;
  heading: string;
  cell: (row: Row) => ReactNode;
  align?: 'right';
  /** Gives the remaining width to this column. */
  wide?: boolean;
  /** Shows the heading to screen readers only, for example above a column of buttons. */
  headless?: boolean;
  /** Place in the card of a row on a narrow screen. By default the value follows its heading in the second line. */
  phone?: PhonePlace;
  /** Lets users sort by this column, if the table has all rows of the list. */
  sortBy?: (row: Row) => SortValue;
}

/**
 * `title` and `status` share the first line, and `plain` is a value of the second line that needs no heading. If no
 * column is the title, the first one is. `hidden` leaves the value out on phones. Tablets show it after its heading.
 */
export type PhonePlace = 'title' | 'status' | 'plain' | 'hidden';

interface DataTableProps<Row> {
  /** Name of the table for screen readers. */
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  /** Opens from anywhere in the row. The first cell contains the real link, which covers the row. */
  rowLink?: (row: Row) => Target;
  /** Highlights a row, for example by its status. */
  rowTone?: (row: Row) => string | undefined;
  /** Rows at the end, for example sums. Cells by the keys of their columns. */
  totals?: readonly { key: string; cells: Readonly<Record<string, ReactNode>> }[];
  /** Whether there are no further rows to load. The order of a part of a list would be misleading. */
  isComplete?: boolean;
}

/** A table on wide screens. On narrow screens each row becomes a card of two lines. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rowKey, rowLink, rowTone, totals = [], isComplete = false } = props;
  const places = phonePlaces(columns);
  const [sort, setSort] = useState<Sort>();
  const sorted = isComplete ? columns.find(({ key }) => key === sort?.key) : undefined;
  const rows = sort && sorted?.sortBy ? sortRows(props.rows, sorted.sortBy, sort.isDescending) : props.rows;
  const sortFunction = (key: string, sortBy: (row: Row) => SortValue) => () =>
    setSort(nextSort(sort, key, startsDescending(props.rows, sortBy)));
  return (
    <div className="table-box">
      <table className="table" aria-label={label}>
        <thead>
          <tr>
            {columns.map(column => (
              <Heading
                key={column.key}
                column={column}
                sort={column === sorted ? sort : undefined}
                onSort={
                  isComplete && rows.length > 1 && column.sortBy
                    ? sortFunction(column.key, column.sortBy)
                    : undefined
                }
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr
              key={rowKey(row)}
              data-tone={rowTone?.(row)}
              data-opens={rowLink !== undefined || undefined}
              {...(rowLink && { onClick: openRow, onAuxClick: openRow })}
            >
              {columns.map((column, index) => (
                <Cell
                  key={column.key}
                  column={column}
                  place={places[index]}
                  row={row}
                  isFirst={index === 0}
                  link={rowLink?.(row)}
                />
              ))}
            </tr>
          ))}
        </tbody>
        {totals.length > 0 && (
          <tfoot>
            {totals.map(({ key, cells }) => (
              <tr key={key}>
                {columns.map(({ key: column, heading, align }, index) =>
                  index === 0 ? (
                    <th key={column} scope="row">
                      {cells[column]}
                    </th>
                  ) : (
                    <td
                      key={column}
                      data-align={align}
                      data-heading={cells[column] === undefined ? undefined : heading}
                    >
                      {cells[column]}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tfoot>
        )}
      </table>
    </div>
  );
}

interface HeadingProps<Row> {
  column: Column<Row>;
  /** Undefined unless the rows are sorted by this column. */
  sort: Sort | undefined;
  onSort: (() => void) | undefined;
}

function Heading<Row>({ column: { heading, align, wide, headless }, sort, onSort }: HeadingProps<Row>) {
  const Arrow = sort === undefined ? ChevronsUpDown : sort.isDescending ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      data-align={align}
      data-wide={wide || undefined}
      aria-sort={sort && (sort.isDescending ? 'descending' : 'ascending')}
    >
      {onSort ? (
        <>
          <button type="button" className="sort" onClick={onSort}>
            {heading} <Arrow size={13} aria-hidden />
          </button>
          <span className="unsorted">{heading}</span>
        </>
      ) : headless ? (
        <span className="unseen">{heading}</span>
      ) : (
        heading
      )}
    </th>
  );
}

/**
 * The link covers the row, except for ids and references, which can be selected. A click on such a text opens the row
 * too, unless it ends a selection.
 */
function openRow(event: MouseEvent<HTMLTableRowElement>): void {
  const link = event.currentTarget.querySelector<HTMLAnchorElement>('.row-link');
  const control = (event.target as Element).closest('a, button, input, summary');
  // A click inside a menu or a picker is not meant for the row.
  const isInside = (event.target as Element).closest('[popover], dialog, label, [role=option]') !== null;
  if (link === null || isInside || (control !== null && control !== link)) return;
  if (document.getSelection()?.isCollapsed === false) event.preventDefault();
  else if (control === null && event.button === 1) window.open(link.href, '_blank', 'noopener');
  else if (control === null && event.button === 0) {
    const { ctrlKey, metaKey, shiftKey } = event;
    link.dispatchEvent(
      new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
    );
  }
}

/** Pure. */
export function phonePlaces(
  columns: readonly Pick<Column<never>, 'phone'>[],
): readonly (PhonePlace | undefined)[] {
  const hasTitle = columns.some(({ phone }) => phone === 'title');
  return columns.map(({ phone }, index) => phone ?? (index === 0 && !hasTitle ? 'title' : undefined));
}

/** A value that says nothing, which a card on a narrow screen leaves out. */
function isBlank(content: ReactNode): boolean {
  return content === '–' || content === '' || content === null || content === undefined || content === false;
}

interface CellProps<Row> {
  column: Column<Row>;
  place: PhonePlace | undefined;
  row: Row;
  isFirst: boolean;
  link: Target | undefined;
}

function Cell<Row>({ column, place, row, isFirst, link }: CellProps<Row>) {
  const { heading, cell, align, wide, headless } = column;
  const content = cell(row);
  const isLeftOut = (place !== 'title' && isBlank(content)) || undefined;
  if (isFirst) {
    return (
      <th scope="row" data-phone={place} data-blank={isLeftOut}>
        {link ? (
          <LinkTo {...link} className="row-link">
            {content}
          </LinkTo>
        ) : (
          content
        )}
      </th>
    );
  }
  return (
    <td
      data-phone={place}
      data-blank={isLeftOut}
      data-heading={headless ? undefined : heading}
      data-align={align}
      data-wide={wide || undefined}
      data-headless={headless || undefined}
    >
      {content}
    </td>
  );
}
