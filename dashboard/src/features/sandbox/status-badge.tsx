import { Badge } from '../../components/feedback.tsx';

const WORDS: Record<number, string> = {
  200: 'OK',
  202: 'open',
  409: 'refused',
  429: 'too many',
  500: 'error',
  502: 'provider error',
  503: 'unavailable',
  504: 'timeout',
};

export function StatusBadge({ status }: { status: number }) {
  const tone = status < 202 ? 'good' : status < 300 ? 'info' : status < 500 ? 'warn' : 'bad';
  return (
    <Badge tone={tone}>
      {status} {WORDS[status] ?? ''}
    </Badge>
  );
}
