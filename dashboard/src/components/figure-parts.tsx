import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react';
import { amountLines, type Change, type Money } from '../lib/format/change.ts';
import type { Tone } from './feedback.tsx';
import '../styles/figure-parts.css';

const ARROWS = { up: ArrowUp, down: ArrowDown, same: ArrowRight };
const TONES = { up: 'good', down: 'bad', same: 'plain' } as const satisfies Record<string, Tone>;

interface ChangeMarkProps {
  change: Change;
  /** Amounts are less, numbers of things are fewer. */
  isAmount: boolean;
  /** The earlier period in a sentence, for example `the same days of October`. */
  comparedWith: string;
  /** The period is not over, so the change is neither good nor bad yet. */
  isOpen?: boolean;
}

export function ChangeMark({ change, isAmount, comparedWith, isOpen = false }: ChangeMarkProps) {
  const { direction, text } = change;
  const Icon = ARROWS[direction];
  const word = direction === 'up' ? 'more' : isAmount ? 'less' : 'fewer';
  return (
    <span className="change-mark" data-tone={isOpen ? 'plain' : TONES[direction]}>
      <Icon size={14} aria-hidden />
      {text}
      <span className="unseen">
        {direction === 'same' ? ' (unchanged)' : ` ${word} compared with ${comparedWith}`}
      </span>
    </span>
  );
}

interface PointsMarkProps extends Omit<ChangeMarkProps, 'isAmount'> {
  /** The direction that is good, for example down for cancellations. */
  better: 'up' | 'down';
}

/** The change of a figure that may be better when it is lower, for example `1.2 points`. */
export function PointsMark({ change, better, comparedWith, isOpen = false }: PointsMarkProps) {
  const { direction, text } = change;
  const Icon = ARROWS[direction];
  const tone = direction === 'same' ? 'plain' : direction === better ? 'good' : 'bad';
  return (
    <span className="change-mark" data-tone={isOpen ? 'plain' : tone}>
      <Icon size={14} aria-hidden />
      {text}
      <span className="unseen">
        {direction === 'same'
          ? ' (unchanged)'
          : ` ${direction === 'up' ? 'higher' : 'lower'} compared with ${comparedWith}`}
      </span>
    </span>
  );
}

/** The amounts of a figure, one line for each currency. */
export function Amounts({ amounts }: { amounts: readonly Money[] }) {
  return (
    <span className="amounts">
      {amountLines(amounts).map(line => (
        <span key={line}>{line}</span>
      ))}
    </span>
  );
}
