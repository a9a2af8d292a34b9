import { ArrowDown, ArrowUp, ChevronDown, ChevronsUpDown } from 'lucide-react';
import { type MouseEvent, type ReactNode, useId, useState } from 'react';
import { LinkTo, type Target } from './link-to.tsx';
import { SortBar } from './sort-bar.tsx';
import { nextSort, type Sort, type SortValue, sortRows, startsDescending } from './sort-rows.ts';

export interface Column<Row> {
  key: string;
  heading: string;
  /** Shorter heading for the card of a row, where the value follows it. */
  cardHeading?: string;
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
 * column is the title, the first one is. On phones, `detail` appears after the user opens the card, and `hidden` never
 * does. Tablets show both after their headings.
 */
export type PhonePlace = 'title' | 'status' | 'plain' | 'detail' | 'hidden';

interface Totals {
  key: string;
  cells: Readonly<Record<string, ReactNode>>;
}

interface DataTableProps<Row> {
  /** Name of the table for screen readers. */
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  /** Opens from anywhere in the row. The first cell contains the real link, which covers the row. */
  rowLink?: (row: Row) => Target;
  /** The heading of a row and of those after it with the same heading, for example their day. */
  groupOf?: (row: Row) => string;
  /** Highlights a row, for example by its status. */
  rowTone?: (row: Row) => string | undefined;
  /** Rows at the end, for example sums. Cells by the keys of their columns. */
  totals?: readonly Totals[];
  /** Whether there are no further rows to load. The order of a part of a list would be misleading. */
  isComplete?: boolean;
  /** Names the order of the rows, for example `Newest first`. Phones show it where users choose another one. */
  order?: string;
  /** The column that the order of the rows follows. Its heading is marked until the user sorts by another one. */
  orderedBy?: Sort | undefined;
}

/** A table on wide screens. On narrow screens each row becomes a card of two lines, with the same sorting above them. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    label,
    columns,
    rowKey,
    rowLink,
    rowTone,
    groupOf,
    totals = [],
    isComplete = false,
    order = 'Default order',
    orderedBy,
  } = props;
  const [sort, setSort] = useState<Sort>();
  const sortable = isComplete && props.rows.length > 1 ? columns.filter(({ sortBy }) => sortBy) : [];
  const sorted = sortable.find(({ key }) => key === sort?.key);
  const rows = sort && sorted?.sortBy ? sortRows(props.rows, sorted.sortBy, sort.isDescending) : props.rows;
  const isUsualDescending = (wanted: string) => {
    const sortBy = sortable.find(({ key }) => key === wanted)?.sortBy;
    return sortBy !== undefined && startsDescending(props.rows, sortBy);
  };
  return (
    <div className="table-box">
      {sortable.length > 0 && (
        <SortBar
          columns={sortable}
          sort={sorted && sort}
          order={order}
          startsDescending={isUsualDescending}
          onSort={setSort}
        />
      )}
      <table className="table" aria-label={label}>
        <thead>
          <tr>
            {columns.map(column => (
              <Heading
                key={column.key}
                column={column}
                sort={column === sorted ? sort : undefined}
                order={sorted === undefined && orderedBy?.key === column.key ? orderedBy : undefined}
                onSort={
                  sortable.includes(column)
                    ? () => setSort(nextSort(sort, column.key, isUsualDescending(column.key)))
                    : undefined
                }
              />
            ))}
            {hasDetails(phonePlaces(columns)) && <td className="row-details" />}
          </tr>
        </thead>
        {groupRows(rows, groupOf).map(({ heading, members }, index) => (
          <tbody key={heading ?? index}>
            {heading !== undefined && (
              <tr className="group-head">
                <th scope="rowgroup" colSpan={columns.length}>
                  {heading}
                </th>
              </tr>
            )}
            {members.map(row => (
              <BodyRow
                key={rowKey(row)}
                columns={columns}
                row={row}
                link={rowLink?.(row)}
                tone={rowTone?.(row)}
              />
            ))}
          </tbody>
        ))}
        {totals.length > 0 && (
          <tfoot>
            {totals.map(({ key, cells }) => (
              <TotalRow key={key} columns={columns} cells={cells} />
            ))}
          </tfoot>
        )}
      </table>
    </div>
  );
}

interface RowGroup<Row> {
  heading: string | undefined;
  members: readonly Row[];
}

/** Neighbours with the same heading. Without headings, all rows are one group. Pure. */
export function groupRows<Row>(
  rows: readonly Row[],
  groupOf: ((row: Row) => string) | undefined,
): readonly RowGroup<Row>[] {
  if (groupOf === undefined) return [{ heading: undefined, members: rows }];
  const groups: { heading: string; members: Row[] }[] = [];
  for (const row of rows) {
    const heading = groupOf(row);
    const last = groups.at(-1);
    if (last?.heading === heading) last.members.push(row);
    else groups.push({ heading, members: [row] });
  }
  return groups;
}

interface BodyRowProps<Item> {
  columns: readonly Column<Item>[];
  row: Item;
  link: Target | undefined;
  tone: string | undefined;
}

function BodyRow<Item>({ columns, row, link, tone }: BodyRowProps<Item>) {
  const places = phonePlaces(columns);
  const details = useDetails(places);
  return (
    <tr
      data-tone={tone}
      data-opens={link !== undefined || undefined}
      data-closed={details.isClosed || undefined}
      {...(link && { onClick: openRow, onAuxClick: openRow })}
    >
      {columns.map((column, index) => (
        <Cell
          key={column.key}
          column={column}
          place={places[index]}
          row={row}
          titleId={index === 0 ? details.titleId : undefined}
          isFirst={index === 0}
          link={link}
        />
      ))}
      {details.cell}
    </tr>
  );
}

interface TotalRowProps<Item> extends Pick<Totals, 'cells'> {
  columns: readonly Column<Item>[];
}

/** A card of sums shows all of them, unless the cards of the rows have details. */
function TotalRow<Item>({ columns, cells }: TotalRowProps<Item>) {
  const places = phonePlaces(columns);
  const details = useDetails(places);
  const placeOf = (index: number) => (details.cell ? places[index] : undefined);
  return (
    <tr data-closed={details.isClosed || undefined}>
      {columns.map(({ key, heading, cardHeading, align }, index) =>
        index === 0 ? (
          <th key={key} id={details.titleId} scope="row" data-phone={placeOf(index)}>
            {cells[key]}
          </th>
        ) : (
          <td
            key={key}
            data-align={align}
            data-phone={placeOf(index)}
            data-heading={cells[key] === undefined ? undefined : (cardHeading ?? heading)}
          >
            {cells[key]}
          </td>
        ),
      )}
      {details.cell}
    </tr>
  );
}

const hasDetails = (places: readonly (PhonePlace | undefined)[]) => places.includes('detail');

/** The button that opens the details of a row, which only phones show. A tap anywhere on the card presses it. */
function useDetails(places: readonly (PhonePlace | undefined)[]) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  if (!hasDetails(places)) return { isClosed: false, titleId: undefined, cell: undefined };
  const cell = (
    <td className="row-details">
      <button
        type="button"
        className="quiet icon"
        aria-label="Details"
        aria-describedby={`${id}-title`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronDown size={18} aria-hidden />
      </button>
    </td>
  );
  return { isClosed: !isOpen, titleId: `${id}-title`, cell };
}

interface HeadingProps<Row> {
  column: Column<Row>;
  /** Undefined unless the rows are sorted by this column. */
  sort: Sort | undefined;
  /** Undefined unless the rows are in their default order, and it follows this column. */
  order: Sort | undefined;
  onSort: (() => void) | undefined;
}

function Heading<Row>({ column, sort, order, onSort }: HeadingProps<Row>) {
  const { heading, align, wide, headless } = column;
  const shown = sort ?? order;
  const Arrow = shown === undefined ? ChevronsUpDown : shown.isDescending ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      data-align={align}
      data-wide={wide || undefined}
      aria-sort={sort ? (sort.isDescending ? 'descending' : 'ascending') : onSort && order && 'other'}
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
  titleId: string | undefined;
  isFirst: boolean;
  link: Target | undefined;
}

function Cell<Row>({ column, place, row, titleId, isFirst, link }: CellProps<Row>) {
  const { heading, cardHeading = heading, cell, align, wide, headless } = column;
  const content = cell(row);
  const isLeftOut = (place !== 'title' && isBlank(content)) || undefined;
  if (isFirst) {
    return (
      <th id={titleId} scope="row" data-phone={place} data-blank={isLeftOut}>
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
      data-heading={headless ? undefined : cardHeading}
      data-align={align}
      data-wide={wide || undefined}
      data-headless={headless || undefined}
    >
      {content}
    </td>
  );
}
