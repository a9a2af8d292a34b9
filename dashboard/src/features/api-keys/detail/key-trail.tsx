import { ChangeList } from '../../../components/changes/change-list.tsx';
import { DataTable } from '../../../components/data-table.tsx';
import { Empty } from '../../../components/empty.tsx';
import { List } from '../../../components/list.tsx';
import { Moment } from '../../../components/text/moment.tsx';
import { usePages } from '../../../lib/calls/use-pages.ts';

/** Every change of this key, the newest first. */
export function KeyTrail({ keyId }: { keyId: string }) {
  const list = usePages('audit/list', { target: keyId }, ({ entries }) => entries, { limit: 20 });
  return (
    <List list={list} empty={<Empty title="Nothing was changed yet" />}>
      {entries => (
        <DataTable
          label="Audit trail"
          rows={entries}
          rowKey={({ auditId }) => auditId}
          columns={[
            { key: 'at', heading: 'Time', cell: ({ at }) => <Moment at={at} /> },
            { key: 'actor', heading: 'Who', cell: ({ actor }) => actor },
            { key: 'action', heading: 'Action', cell: ({ action }) => <code>{action}</code> },
            {
              key: 'change',
              heading: 'Change',
              wide: true,
              cell: ({ before, after }) => <ChangeList before={before} after={after} />,
            },
            { key: 'address', heading: 'Address', cell: ({ address }) => address ?? '' },
          ]}
        />
      )}
    </List>
  );
}
