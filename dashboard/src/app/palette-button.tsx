import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { isTyping } from '../lib/keyboard.ts';

/** Loaded on first use, because most visits to a page never search. */
const Palette = lazy(() => import('./palette/palette.tsx').then(({ Palette }) => ({ default: Palette })));

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.platform);

/** Opens the command palette with a click, Ctrl+K (⌘K) or `/`. */
export function PaletteButton() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey;
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !isTyping(event.target);
      // Another dialog may contain unsaved input.
      if ((!isShortcut && !isSlash) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <button
        type="button"
        className="palette-button"
        aria-keyshortcuts="Control+K Meta+K /"
        onClick={() => setOpen(true)}
      >
        <Search size={16} aria-hidden />
        <span className="palette-words">
          Search<span className="unseen"> everything</span>
        </span>
        <span className="palette-keys" aria-hidden="true">
          {IS_MAC ? '⌘K' : 'Ctrl K'}
        </span>
      </button>
      {isOpen && (
        <Suspense>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
