/** Pauses automatic refreshes when the user is idle. Otherwise they would keep an unattended session alive. */
import { focusManager } from '@tanstack/react-query';

/** Well below the 30 minutes after which the server ends an unused session. */
export const IDLE_AFTER_MS = 10 * 60_000;

const ACTIVITY_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel'];

/**
 * Pauses refreshes when the user becomes idle, until the next pointer, key or wheel event. Returns a function that
 * stops watching.
 */
export function watchIdle(target: EventTarget): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const onActivity = () => {
    clearTimeout(timer);
    timer = setTimeout(() => focusManager.setFocused(false), IDLE_AFTER_MS);
    focusManager.setFocused(undefined);
  };
  onActivity();
  for (const sign of ACTIVITY_EVENTS) target.addEventListener(sign, onActivity, { passive: true });
  return () => {
    clearTimeout(timer);
    focusManager.setFocused(undefined);
    for (const sign of ACTIVITY_EVENTS) target.removeEventListener(sign, onActivity);
  };
}
