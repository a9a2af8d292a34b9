import { useEffect, useState } from 'react';
import { timeLeft } from './time-left.ts';

/** Tells no screen reader every second; the moment itself stands in its title. */
export function Countdown({ until }: { until: string }) {
  const [nowMs, setNowMs] = useState(Date.now);
  const left = timeLeft(Date.parse(until), nowMs);
  const isOver = left === undefined;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isOver]);
  return (
    <time dateTime={until} title={until} role="timer">
      {left ?? 'now'}
    </time>
  );
}
