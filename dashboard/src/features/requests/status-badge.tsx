import { Badge, type Tone } from '../../components/feedback.tsx';

/** 0 and 499 are no answers: one was lost, of the other the client did not wait for the end. */
export function StatusBadge({ status }: { status: number }) {
  if (status === 0) return <Badge tone="bad">No answer</Badge>;
  if (status === 499) return <Badge tone="warn">Client left</Badge>;
  return <Badge tone={toneOf(status)}>{status}</Badge>;
}

function toneOf(status: number): Tone {
  if (status >= 500) return 'bad';
  if (status >= 400) return 'warn';
  return status >= 300 ? 'info' : 'good';
}
