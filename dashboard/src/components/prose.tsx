import { type DescriptionBlock, descriptionBlocks } from '@serai/contract/shared/description-blocks.ts';
import { Fragment } from 'react';
import { DataTable } from './data-table.tsx';

/** Renders a description from the contract: paragraphs and tables, in which backticks mark code. */
export function Prose({ text }: { text: string }) {
  return descriptionBlocks(text).map((block, i) =>
    block.kind === 'paragraph' ? (
      <p key={block.text}>
        <Marked text={block.text} />
      </p>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text never change
      <OutcomeTable key={i} {...block} />
    ),
  );
}

/** Folded, because it is long, and the fields of the request follow. */
function OutcomeTable({ head, rows }: Extract<DescriptionBlock, { kind: 'table' }>) {
  return (
    <details className="status-meanings">
      <summary>What each status means, and what to do</summary>
      <DataTable
        label="Outcomes"
        rows={rows}
        rowKey={row => row.join(' ')}
        columns={head.map((heading, at) => ({
          key: heading,
          heading,
          cell: (row: readonly string[]) => (
            <span>
              <Marked text={row[at] ?? ''} />
            </span>
          ),
        }))}
      />
    </details>
  );
}

/** Longer code must be able to break on a phone. */
const MAX_WHOLE = 28;

/** Renders backticks within a line as code. Short code with a space, such as `hotels: []`, stays in one line. */
export function Marked({ text }: { text: string }) {
  return text.split('`').map((part, i) => {
    const key = `${i} ${part}`;
    if (i % 2 === 0) return <Fragment key={key}>{part}</Fragment>;
    return (
      <code key={key} className={part.length <= MAX_WHOLE && part.includes(' ') ? 'whole' : undefined}>
        {part}
      </code>
    );
  });
}
