import { Card } from '../../components/card.tsx';
import { Badge } from '../../components/feedback.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';

type Check = Output<'system/status'>['checks'][number];

export function ChecksCard({ checks }: { checks: readonly Check[] }) {
  return (
    <Card title="Checks" hint="All must hold before this node takes traffic.">
      <ul className="checks">
        {checks.map(({ name, ready, message }) => (
          <li key={name}>
            <Badge tone={ready ? 'good' : 'bad'}>{ready ? 'holds' : 'waits'}</Badge>
            <span>
              {name}
              {message !== null && <small className="faint">{message}</small>}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
