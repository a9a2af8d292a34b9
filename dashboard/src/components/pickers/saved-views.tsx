import { Bookmark, X } from 'lucide-react';
import { type ToggleEvent, useId, useRef, useState } from 'react';
import { useUserId } from '../../lib/session-context.ts';
import { Form } from '../form.tsx';
import { LinkTo } from '../link-to.tsx';
import { readViews, type SavedView, writeViews } from './view-store.ts';
import '../../styles/pickers.css';

interface SavedViewsProps {
  /** Path after the environment, for example `/bookings`. */
  page: string;
  /** The tab of the page that has the filters. Each tab has its own views. */
  tab?: string;
  /** The filters that are set. */
  filters: Readonly<Record<string, string | undefined>>;
}

/** Names sets of filters, so that they can be opened again. They stay in this browser. */
export function SavedViews({ page, tab, filters }: SavedViewsProps) {
  const id = useId();
  const user = useUserId();
  const place = tab === undefined ? page : `${page}/${tab}`;
  const popover = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [views, setViews] = useState<readonly SavedView[]>(() => readViews(user, place));
  const [name, setName] = useState('');
  const isFiltered = Object.values(filters).some(value => value !== undefined);
  const change = (changed: readonly SavedView[]) => {
    setViews(changed);
    writeViews(user, place, changed);
  };
  const save = () => {
    const wanted = name.trim();
    if (wanted === '') return;
    change([...views.filter(view => view.name !== wanted), { name: wanted, filters: { ...filters } }]);
    setName('');
    popover.current?.hidePopover();
  };
  const placePopover = (event: ToggleEvent) => {
    const box = button.current?.getBoundingClientRect();
    if (event.newState !== 'open' || box === undefined || popover.current === null) return;
    const { style } = popover.current;
    style.inset = 'auto';
    style.top = `${box.bottom + 4}px`;
    style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - 296))}px`;
  };
  return (
    <>
      <button type="button" ref={button} className="views-button" popoverTarget={id}>
        <Bookmark size={16} aria-hidden /> Views{views.length > 0 && ` (${views.length})`}
      </button>
      <div id={id} ref={popover} popover="auto" className="views-popover" onBeforeToggle={placePopover}>
        {views.length === 0 && !isFiltered && (
          <p className="hint">Set filters, then save them here under a name.</p>
        )}
        {views.length > 0 && (
          <ul aria-label="Saved views">
            {views.map(view => (
              <li key={view.name}>
                <LinkTo
                  to={page}
                  search={{ ...view.filters, ...(tab !== undefined && { tab }) }}
                  onClick={() => popover.current?.hidePopover()}
                >
                  {view.name}
                </LinkTo>
                <button
                  type="button"
                  className="quiet"
                  aria-label={`Delete view ${view.name}`}
                  onClick={() => change(views.filter(each => each !== view))}
                >
                  <X size={14} aria-hidden />
                </button>
              </li>
            ))}
          </ul>
        )}
        {isFiltered && (
          <Form onSubmit={save}>
            <input
              aria-label="Name of the view"
              value={name}
              maxLength={60}
              placeholder="Name, for example “Failed today”"
              onChange={event => setName(event.target.value)}
            />
            <button type="submit" className="main" disabled={name.trim() === ''}>
              Save view
            </button>
          </Form>
        )}
      </div>
    </>
  );
}
