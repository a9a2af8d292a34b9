import { memo } from 'react';
import type { CalendarRow, GridField } from './calendar.ts';
import { describeCell } from './cell-label.ts';
import type { RowFollowing } from './following.ts';
import { isWeekend } from './month.ts';
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
  return (
    <tr data-kind={row.plan === undefined ? 'rooms' : 'plan'}>
      <th scope="row" className="calendar-line" data-row={index}>
        <RowName row={row} />
      </th>
      {nights.map((night, column) => {
        const cell = describeCell(row, night, { shown, currency, changes, following });
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
  const [whole, decimals] = linesOf(main);
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
      {sold > 0 ? <SoldRooms main={main} /> : <span aria-hidden="true">{whole}</span>}
      {(decimals !== '' || marks !== '') && (
        <small aria-hidden="true">{[decimals, marks].filter(Boolean).join(' ')}</small>
      )}
    </td>
  );
});

/** A night is about 30 pixels wide. The decimals of a longer amount go to the second line. */
function linesOf(main: string): readonly [whole: string, decimals: string] {
  const point = main.length > MAX_CHARACTERS ? main.indexOf('.') : -1;
  return point < 0 ? [main, ''] : [main.slice(0, point), main.slice(point)];
}

const MAX_CHARACTERS = 5;

/** The sold rooms open their bookings with a click. With the keyboard, `b` does the same. */
function SoldRooms({ main }: { main: string }) {
  const [sold, allotment] = main.split('/');
  return (
    <span aria-hidden="true">
      <b data-sold>{sold}</b>/{allotment}
    </span>
  );
}

function RowName({ row: { room, plan } }: { row: CalendarRow }) {
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
      <small>
        {plan.planCode} · {plan.board}
        {plan.derivedFrom === null ? '' : ` · follows ${plan.derivedFrom}`}
        {plan.active ? '' : ' · inactive'}
      </small>
    </>
  );
}
