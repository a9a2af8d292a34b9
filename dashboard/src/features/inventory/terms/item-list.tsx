import { ChevronRight, Plus, Trash2 } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { Card } from '../../../components/card.tsx';
import { type Path, pointerOf } from './document-draft.ts';
import { useEditor, WarningsAt } from './fields.tsx';
import { useLabel } from './problem-list.tsx';

interface ItemListProps<Item> {
  title: string;
  hint: string;
  path: Path;
  items: readonly Item[];
  /** The name of the item, and a description in small print. */
  summary: (item: Item) => readonly [name: string, details: string];
  /** The new item when the user adds one. */
  fresh: () => unknown;
  addLabel: string;
  /** Shown while there are no items. */
  empty?: string;
  /** Shown below an item, also while it is closed. */
  note?: (item: Item) => ReactNode;
  children: (path: Path, item: Item) => ReactNode;
}

/** A card with one expandable form per item. */
export function ItemList<Item>(props: ItemListProps<Item>) {
  const { title, hint, path, items, summary, fresh, addLabel, empty, note, children } = props;
  const { add, remove, isChangedAt } = useEditor();
  return (
    <Card
      title={title}
      hint={hint}
      actions={
        <>
          {isChangedAt(path) && <span className="terms-unsaved">Unsaved</span>}
          <div className="field-at" data-pointer={pointerOf(path)}>
            <button type="button" className="small" onClick={() => add(path, fresh())}>
              <Plus size={14} aria-hidden /> {addLabel}
            </button>
          </div>
        </>
      }
    >
      <WarningsAt path={path} />
      {items.length === 0 && empty && <p className="faint">{empty}</p>}
      {items.length > 0 && (
        <div className="terms-items">
          {items.map((item, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the user edits the code, so an item has no other identity
            <Fragment key={i}>
              <ListItem path={[...path, i]} summary={summary(item)} onRemove={() => remove(path, i)}>
                {children([...path, i], item)}
              </ListItem>
              {note?.(item)}
            </Fragment>
          ))}
        </div>
      )}
    </Card>
  );
}

interface ListItemProps {
  path: Path;
  summary: readonly [name: string, details: string];
  onRemove: () => void;
  children: ReactNode;
}

function ListItem({ path, summary: [name, details], onRemove, children }: ListItemProps) {
  const { problems, warnings } = useEditor();
  const pointer = useLabel(path, name);
  const isWrong = problems.some(one => one.path.startsWith(`${pointer}/`));
  const count = [...warnings]
    .filter(([at]) => at === pointer || at.startsWith(`${pointer}/`))
    .reduce((sum, [, texts]) => sum + texts.length, 0);
  return (
    <details className="terms-item" data-pointer={pointer} open={isWrong || undefined}>
      <summary>
        <ChevronRight size={16} aria-hidden />
        <strong>{name}</strong>
        <span className="faint">{details}</span>
        {isWrong && <span className="problem">Invalid</span>}
        {count > 0 && (
          <span className="terms-warning">{count === 1 ? '1 warning' : `${count} warnings`}</span>
        )}
      </summary>
      <div className="terms-item-body">
        <WarningsAt path={path} />
        {children}
        <button type="button" className="quiet small bad" onClick={onRemove}>
          <Trash2 size={14} aria-hidden /> Remove
        </button>
      </div>
    </details>
  );
}
