import { Badge, type Tone } from '../../components/feedback.tsx';
import { describeHttpStatus } from '../../lib/format/http-status.ts';

export function StatusBadge({ status }: { status: number }) {
  return <Badge tone={toneOf(status)}>{describeHttpStatus(status)}</Badge>;
}

/** 0 means that the response was lost. */
function toneOf(status: number): Tone {
  if (status === 0 || status >= 500) return 'bad';
  if (status >= 400) return 'warn';
  return status >= 300 ? 'info' : 'good';
}
