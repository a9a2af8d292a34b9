import { useNavigate } from '@tanstack/react-router';
import { useCombobox } from 'downshift';
import { Search, X } from 'lucide-react';
import { Fragment, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Badge } from '../../components/feedback.tsx';
import { usePartners } from '../../components/partners/partners.tsx';
import { useCall } from '../../lib/calls/use-call.ts';
import { useSettled } from '../../lib/forms/use-settled.ts';
import { readRecent, rememberRecent } from '../../lib/recent-records.ts';
import { useSession, useUserId } from '../../lib/session-context.ts';
import { applyTheme } from '../../lib/theme.ts';
import { ENVIRONMENT_NAMES, useEnvironment } from '../../lib/url-state.ts';
import { matchParts } from './match-parts.ts';
import {
  countOf,
  countryItems,
  detailOf,
  firstItems,
  foldedGroups,
  itemOf,
  matchingItems,
  type PaletteItem,
  searchHint,
  searchItems,
} from './palette-items.ts';
import { listedItems } from './palette-lists.ts';
import { usePaletteLists } from './use-palette-lists.ts';
import '../../styles/palette.css';

const TYPING_MS = 120;
const MIN_TYPED = 2;
/** The group of records that the user opened last. */
const RECENT = 'Recent';

/** One box that finds records, pages and commands. It is used with the keyboard alone. */
export function Palette({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click outside closes the palette; keyboard users press Escape
    <dialog
      ref={dialog}
      className="palette"
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={event => event.target === dialog.current && onClose()}
    >
      <h2 id={titleId} className="unseen">
        Search everything
      </h2>
      <PaletteBox onClose={onClose} />
    </dialog>
  );
}

function PaletteBox({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const { items: all, isSearching } = usePaletteItems(typed.trim());
  const [opened, setOpened] = useState<readonly string[]>([]);
  const items = useMemo(() => (typed.trim() === '' ? all : foldedGroups(all, opened)), [all, opened, typed]);
  const counts = new Map(groupsOf(all).map(([group, members]) => [group, members.map(([item]) => item)]));
  const partners = usePartners();
  const { role } = useSession().session;
  const choose = useChoose(onClose);
  const box = useCombobox<PaletteItem>({
    items: [...items],
    itemToString: item => item?.label ?? '',
    itemToKey: item => item?.key,
    isOpen: true,
    selectedItem: null,
    inputValue: typed,
    defaultHighlightedIndex: 0,
    // The list stays open, and choosing an item does not copy its name into the box.
    stateReducer: (state, { changes }) => ({
      ...changes,
      isOpen: true,
      inputValue: changes.selectedItem ? state.inputValue : (changes.inputValue ?? ''),
      // The first entry that was hidden takes the place of the entry that showed it.
      ...(changes.selectedItem?.expands && { highlightedIndex: state.highlightedIndex }),
    }),
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem?.expands) setOpened([...opened, selectedItem.expands]);
      else if (selectedItem) choose(selectedItem);
    },
  });
  const { highlightedIndex, setHighlightedIndex } = box;
  // biome-ignore lint/correctness/useExhaustiveDependencies: new results start at the first one
  useEffect(() => setHighlightedIndex(0), [typed, all.length]);
  const hasFound = items.some(({ group }) => group !== 'Search');
  const isEmpty = typed.trim().length >= MIN_TYPED && !hasFound && !isSearching;
  return (
    <>
      <div className="palette-head">
        <Search size={18} aria-hidden />
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the library sets `htmlFor` */}
        <label className="unseen" {...box.getLabelProps()}>
          Search for IDs, references, guests, hotels, partners, keys, people, pricing rules, API operations,
          pages and commands
        </label>
        <input
          {...box.getInputProps({
            // Updating the text synchronously keeps the cursor in place.
            onChange: event => {
              setTyped(event.currentTarget.value);
              setOpened([]);
            },
            onKeyDown: event => {
              // The library handles Escape itself, so that the dialog does not close by default.
              if (event.key === 'Escape') onClose();
              const item = items[highlightedIndex];
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !item?.path) return;
              event.preventDefault();
              event.nativeEvent.stopImmediatePropagation();
              window.open(item.path, '_blank', 'noopener');
            },
          })}
          type="text"
          placeholder={searchHint(role)}
          autoComplete="off"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: users open the palette to type
          autoFocus
        />
        <kbd>Esc</kbd>
        <button
          type="button"
          className="quiet icon palette-close"
          aria-label="Close search"
          onClick={onClose}
        >
          <X size={18} aria-hidden />
        </button>
      </div>
      <div className="palette-list" aria-busy={isSearching || undefined} {...box.getMenuProps()}>
        {groupsOf(items).map(([group, members]) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options in a listbox
          <div key={group} role="group" aria-label={group}>
            <div className="palette-group" aria-hidden="true">
              {group}
              {typed.trim() !== '' && members.some(([{ expands }]) => expands) && (
                <span>{countOf(counts.get(group) ?? [])}</span>
              )}
            </div>
            {members.map(([item, index]) => (
              <Fragment key={item.key}>
                <div
                  className="palette-item"
                  data-highlighted={index === highlightedIndex || undefined}
                  data-record={item.found ? true : undefined}
                  data-expands={item.expands && ''}
                  {...box.getItemProps({ item, index })}
                >
                  <item.icon size={16} aria-hidden />
                  <span className="palette-label">
                    <Matched text={item.label} typed={typed} />
                  </span>
                  <ItemDetail item={item} partners={partners} typed={typed} />
                  {item.environment && (
                    <span className="palette-environment" data-environment={item.environment}>
                      {ENVIRONMENT_NAMES[item.environment]}
                    </span>
                  )}
                  {item.status && (
                    <span className="palette-status">
                      <Badge tone={item.statusTone ?? 'plain'}>{item.status}</Badge>
                    </span>
                  )}
                </div>
              </Fragment>
            ))}
          </div>
        ))}
      </div>
      <p className="palette-foot" role="status">
        {isEmpty
          ? 'Nothing found. Type the first characters of an ID, a reference or a name. Guest names need at least three letters.'
          : isSearching
            ? 'Searching…'
            : null}
        {!isEmpty && !isSearching && (
          <span className="palette-hint">↑ ↓ to move, Enter to open, Ctrl+Enter for a new tab</span>
        )}
      </p>
    </>
  );
}

interface ItemDetailProps {
  item: PaletteItem;
  partners: ReadonlyMap<string, { name: string }>;
  typed: string;
}

function ItemDetail({ item, partners, typed }: ItemDetailProps) {
  const text = detailOf(item, partners);
  return text === '' ? null : (
    <small>
      <Matched text={text} typed={typed} />
    </small>
  );
}

/** Emphasises why a result was found. */
function Matched({ text, typed }: { text: string; typed: string }) {
  let at = 0;
  return matchParts(text, typed).map(part => {
    const key = at;
    at += part.text.length;
    return part.isMatch ? <mark key={key}>{part.text}</mark> : <Fragment key={key}>{part.text}</Fragment>;
  });
}

type Grouped = [group: string, members: [item: PaletteItem, index: number][]];

/** Keeps the position in the whole list, which the arrow keys follow. */
function groupsOf(items: readonly PaletteItem[]): Grouped[] {
  const groups = new Map<string, [PaletteItem, number][]>();
  items.forEach((item, index) => {
    groups.set(item.group, [...(groups.get(item.group) ?? []), [item, index]]);
  });
  return [...groups];
}

/** A newer text cancels the request for the older one, and the older results stay until the new ones arrive. */
function usePaletteItems(typed: string): { items: readonly PaletteItem[]; isSearching: boolean } {
  const environment = useEnvironment();
  const { role } = useSession().session;
  const user = useUserId();
  const settled = useSettled(typed, TYPING_MS);
  const isLong = settled.length >= MIN_TYPED;
  const search = useCall(
    'search/find',
    { query: settled.slice(0, 200) || '-', environment },
    { when: isLong },
  );
  const { lists, isLoading } = usePaletteLists(isLong);
  const results = isLong && typed !== '' && search.state === 'ready' ? search.data.results : undefined;
  const items = useMemo(() => {
    if (typed === '') {
      const recent = readRecent(user).map(found => itemOf(found, environment, RECENT));
      return [...recent, ...firstItems(role, environment)];
    }
    const fixed = matchingItems(typed, role, environment);
    const search = typed.length >= MIN_TYPED ? searchItems(typed, role, environment) : [];
    const listed = typed.length >= MIN_TYPED ? listedItems(typed, lists, environment) : [];
    const countries = countryItems(typed, role, environment);
    const records = (results ?? []).map(found => itemOf(found, environment));
    return [...records, ...fixed, ...listed, ...countries, ...search];
  }, [typed, role, environment, user, results, lists]);
  return { items, isSearching: typed !== settled || (isLong && (search.refreshing || isLoading)) };
}

function useChoose(onClose: () => void): (item: PaletteItem) => void {
  const navigate = useNavigate();
  const user = useUserId();
  return item => {
    if (item.theme) applyTheme(item.theme);
    if (item.found) rememberRecent(user, item.found);
    onClose();
    if (item.path) void navigate({ href: item.path } as never);
  };
}
