import { type CSSProperties, memo } from 'react';
import { type CalendarRow, type GridField, parentNameOf } from './calendar.ts';
import { describeCell } from './cell-label.ts';
import { shortMarks, widestInEms } from './cell-text.ts';
import type { RowFollowing } from './following.ts';
import { isWeekend } from './month.ts';
import { exceptionsText, followsText, ownPrices } from './overrides.ts';
import type { RowChanges } from './pending.ts';

interface GridRowProps {
  row: CalendarRow;
  index: number;
  nights: readonly string[];
  shown: GridField;
  currency: string;
  changes: RowChanges | undefined;
  following: RowFollowing | undefined;
  /** Nights that the server rejected. */
  trouble: ReadonlySet<string> | undefined;
}

/**
 * A row is rendered again only if its own values change. The selection is not part of it: the grid marks selected
 * cells directly, because dragging over hundreds of cells must not render them.
 */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, index, nights, shown, currency, changes, following, trouble } = props;
  const cells = nights.map(night => describeCell(row, night, { shown, currency, changes, following }));
  const texts = cells.map(({ main }) => main);
  // The two numbers of a room type may be below each other.
  const ems = widestInEms(row.plan === undefined ? texts.flatMap(text => text.split(/(?=\/)/)) : texts);
  return (
    <tr data-kind={row.plan === undefined ? 'rooms' : 'plan'} style={{ '--ems': ems } as CSSProperties}>
      <th scope="row" className="calendar-line" data-row={index}>
        <RowName row={row} exceptions={ownPrices(row, nights, changes)} />
      </th>
      {cells.map((cell, column) => {
        const night = nights[column] as string;
        return (
          <GridCell
            key={night}
            place={`${index}-${column}`}
            main={cell.main}
            marks={cell.marks}
            label={cell.label}
            tone={cell.tone}
            sold={cell.sold}
            isPending={cell.isPending}
            isFollowing={cell.isFollowing}
            isWeekend={isWeekend(night)}
            isRejected={trouble?.has(night) ?? false}
          />
        );
      })}
    </tr>
  );
});

interface GridCellProps {
  place: string;
  main: string;
  marks: string;
  label: string;
  tone: string | undefined;
  sold: number;
  isPending: boolean;
  isFollowing: boolean;
  isWeekend: boolean;
  isRejected: boolean;
}

/** `aria-selected` and `tabIndex` are only initial values. The grid changes them without rendering. */
const GridCell = memo(function GridCell(props: GridCellProps) {
  const { place, main, marks, label, tone, sold, isWeekend: weekend, isRejected } = props;
  const text = isRejected ? `${label}; rejected` : label;
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid
      role="gridcell"
      data-cell={place}
      data-tone={tone}
      data-weekend={weekend || undefined}
      data-pending={props.isPending || undefined}
      data-following={props.isFollowing || undefined}
      data-rejected={isRejected || undefined}
      tabIndex={-1}
      aria-selected={false}
      title={text}
    >
      <span className="unseen">{text}</span>
      <span className="cell-main" aria-hidden="true">
        {main.includes('/') ? <Rooms main={main} isSold={sold > 0} /> : main}
      </span>
      {marks !== '' && <small aria-hidden="true">{shortMarks(marks)}</small>}
    </td>
  );
});

/** Sold rooms and allotment. The sold rooms open their bookings with a click. With the keyboard, `b` does the same. */
function Rooms({ main, isSold }: { main: string; isSold: boolean }) {
  const [sold, allotment] = main.split('/');
  return (
    <>
      {isSold ? <b data-sold>{sold}</b> : <i>{sold}</i>}
      <i>/{allotment}</i>
    </>
  );
}

interface RowNameProps {
  row: CalendarRow;
  /** The number of shown nights on which the plan has its own price, instead of the one of the plan it follows. */
  exceptions?: number;
}

export function RowName({ row, exceptions = 0 }: RowNameProps) {
  const { room, plan } = row;
  if (plan === undefined) {
    return (
      <>
        <strong>{room.name}</strong>
        <small>{room.roomCode} · sold / allotment</small>
      </>
    );
  }
  return (
    <>
      <span>{plan.name}</span>
      <small title={exceptionsText(exceptions)}>
        {plan.derivedFrom === null ? plan.planCode : followsText(parentNameOf(row) ?? '', exceptions)}
        {exceptions === 0 && ` · ${plan.board}`}
        {plan.active ? '' : ' · not on sale'}
      </small>
    </>
  );
}
