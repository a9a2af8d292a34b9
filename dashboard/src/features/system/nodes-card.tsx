import { Card } from '../../components/card.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Badge } from '../../components/feedback.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { uptimeText } from './uptime.ts';

type Status = Output<'system/status'>;

const ROLE_WORDS: Record<Status['role'], string> = {
  all: 'all: interface, answers and jobs',
  gateway: 'gateway: keys, limits, dashboard',
  backend: 'backend: answers',
  worker: 'worker: jobs and webhooks',
};

export function NodesCard({ status: { nodes, nodeId } }: { status: Status }) {
  return (
    <Card title={nodes.length === 1 ? 'One live node' : `${nodes.length} live nodes`}>
      <DataTable
        label="Live nodes"
        rows={nodes}
        rowKey={node => node.nodeId}
        columns={[
          {
            key: 'node',
            heading: 'Node',
            cell: node => (
              <>
                <code>{node.nodeId}</code> {node.nodeId === nodeId && <Badge tone="info">this node</Badge>}
              </>
            ),
          },
          { key: 'role', heading: 'Role', cell: node => ROLE_WORDS[node.role] },
          { key: 'version', heading: 'Version', cell: node => node.version },
          { key: 'up', heading: 'Up for', cell: node => uptimeText(node.startedAt) },
          { key: 'seen', heading: 'Seen', cell: node => <Timestamp at={node.seenAt} /> },
        ]}
      />
    </Card>
  );
}
