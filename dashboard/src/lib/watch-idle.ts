/** Pages that refresh themselves would keep a session alive that nobody sits before. */
import { focusManager } from '@tanstack/react-query';

/** Well below the 30 minutes after which the server ends a session without use. */
export const IDLE_AFTER_MS = 10 * 60_000;

const SIGNS_OF_LIFE = ['pointerdown', 'pointermove', 'keydown', 'wheel'];

/** Stops what refreshes itself until somebody moves, types or points again. Answers how to stop watching. */
export function watchIdle(target: EventTarget): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const onLife = () => {
    clearTimeout(timer);
    timer = setTimeout(() => focusManager.setFocused(false), IDLE_AFTER_MS);
    focusManager.setFocused(undefined);
  };
  onLife();
  for (const sign of SIGNS_OF_LIFE) target.addEventListener(sign, onLife, { passive: true });
  return () => {
    clearTimeout(timer);
    focusManager.setFocused(undefined);
    for (const sign of SIGNS_OF_LIFE) target.removeEventListener(sign, onLife);
  };
}
