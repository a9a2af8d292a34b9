/** What a chart learns from its element: its width, and the points under the pointer. */
import { type PointerEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Used until the width is measured. */
const FIRST_WIDTH = 720;

/** The width of an element in pixels, measured before the first paint and whenever it changes. */
export function useWidth(): [RefObject<HTMLElement | null>, number] {
  const element = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(FIRST_WIDTH);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const measure = () => {
      // A hidden chart has no width. It keeps the last one until it is shown.
      if (current.clientWidth > 0) setWidth(Math.max(200, Math.round(current.clientWidth)));
    };
    measure();
    // Drawn in the same frame, so that a chart is never shown with the width of an earlier layout.
    const observer = new ResizeObserver(() => flushSync(measure));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}

interface PointerOptions {
  indexAt: (x: number) => number;
  onZoom: (first: number, last: number) => void;
}

/** The point under the pointer, and the range of points that the user drags across. */
export function usePointer({ indexAt, onZoom }: PointerOptions) {
  const [at, setAt] = useState<number>();
  const [start, setStart] = useState<number>();
  const positionOf = (event: PointerEvent<SVGSVGElement>) =>
    indexAt(event.clientX - event.currentTarget.getBoundingClientRect().left);
  const dragged =
    start === undefined || at === undefined || at === start
      ? undefined
      : ([Math.min(start, at), Math.max(start, at)] as const);
  const handlers = {
    onPointerDown(event: PointerEvent<SVGSVGElement>) {
      // A finger scrolls the page instead.
      if (event.button !== 0 || event.pointerType === 'touch') return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setStart(positionOf(event));
    },
    onPointerMove(event: PointerEvent<SVGSVGElement>) {
      setAt(positionOf(event));
    },
    onPointerUp() {
      if (dragged) onZoom(...dragged);
      setStart(undefined);
    },
    onPointerCancel() {
      setStart(undefined);
    },
    onPointerLeave() {
      if (start === undefined) setAt(undefined);
    },
  };
  return { at, dragged, handlers };
}
