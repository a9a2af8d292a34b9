import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';

interface Tab {
  id: string;
  label: ReactNode;
  panel: ReactNode;
}

interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  selected: string;
  onSelect: (id: string) => void;
  /** Before and after the tabs, in the same line. */
  start?: ReactNode;
  end?: ReactNode;
}

/** Tabs with arrow-key navigation. */
export function Tabs({ label, tabs, selected, onSelect, start, end }: TabsProps) {
  const base = useId();
  const strip = useRef<HTMLDivElement>(null);
  const shown = tabs.find(tab => tab.id === selected) ?? tabs[0];

  // On a phone, the strip may be wider than the window. Its width changes when fonts load and when the window is resized.
  useEffect(() => {
    const element = strip.current;
    if (!element) return;
    const reveal = () => showTab(element, shown?.id);
    const observer = new ResizeObserver(reveal);
    observer.observe(element);
    for (const tab of element.children) observer.observe(tab);
    const fade = () => markHiddenEdges(element);
    element.addEventListener('scroll', fade, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', fade);
    };
  }, [shown?.id]);

  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex(tab => tab.id === shown?.id);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    onSelect(next.id);
    strip.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  };

  const list = (
    <div role="tablist" aria-label={label} ref={strip} onKeyDown={onKeyDown}>
      {tabs.map(tab => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={`${base}-${tab.id}`}
          data-tab={tab.id}
          aria-selected={tab.id === shown?.id}
          aria-controls={`${base}-panel`}
          tabIndex={tab.id === shown?.id ? 0 : -1}
          onClick={() => onSelect(tab.id)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
  return (
    <div className="tabs">
      {start || end ? (
        <div className="tabs-bar">
          {start}
          {list}
          {end}
        </div>
      ) : (
        list
      )}
      <div role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${shown?.id}`}>
        {shown?.panel}
      </div>
    </div>
  );
}

/** The width of a faded edge, as in the style sheet. */
const FADE = 40;

/** Centres a tab in the strip, as far as the first visible tab is not cut. The page itself does not scroll. */
function showTab(strip: HTMLElement, id: string | undefined): void {
  const tab = strip.querySelector(`[data-tab="${id}"]`);
  strip.style.paddingRight = '';
  if (tab) {
    const edge = strip.getBoundingClientRect().left - strip.scrollLeft;
    const { left, right, width } = tab.getBoundingClientRect();
    const most = strip.scrollWidth - strip.clientWidth;
    const centred = Math.min(left - edge - (strip.clientWidth - width) / 2, most);
    const starts = [...strip.children].map(each => each.getBoundingClientRect().left - edge);
    const before = starts.findLast(start => start <= centred) ?? 0;
    const isLast = tab.nextElementSibling === null;
    const isWhole = right - edge - before <= strip.clientWidth - (isLast ? 0 : FADE);
    const found = isWhole ? before : (starts.find(each => each > centred) ?? centred);
    // The selected tab must not be behind the left fade either.
    const start = Math.max(0, Math.min(found, left - edge - FADE));
    // The last tabs can begin at the edge only if there is room behind them.
    if (start > most) strip.style.paddingRight = `${start - most}px`;
    strip.scrollLeft = start;
  }
  markHiddenEdges(strip);
}

/** The style sheet fades the edges behind which there are more tabs. */
function markHiddenEdges(strip: HTMLElement): void {
  const { scrollLeft, clientWidth, scrollWidth } = strip;
  strip.toggleAttribute('data-more-left', scrollLeft > 1);
  strip.toggleAttribute('data-more-right', scrollLeft + clientWidth < scrollWidth - 1);
}
