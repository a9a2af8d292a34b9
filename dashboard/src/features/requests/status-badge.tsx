import { Badge, type Tone } from '../../components/feedback.tsx';

/** 0 means that the response was lost, 499 that the client disconnected. */
export function StatusBadge({ status }: { status: number }) {
  if (status === 0) return <Badge tone="bad">No response</Badge>;
  if (status === 499) return <Badge tone="warn">Client disconnected</Badge>;
  return <Badge tone={toneOf(status)}>{status}</Badge>;
}

function toneOf(status: number): Tone {
  if (status >= 500) return 'bad';
  if (status >= 400) return 'warn';
  return status >= 300 ? 'info' : 'good';
}
