import { Card } from '../../components/card.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Badge, Empty } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { useCall } from '../../lib/calls/use-call.ts';
import { ENVIRONMENT_NAMES } from '../../lib/url-state.ts';
import { FINDING_KINDS, FINDING_WORDS, type Finding, mendingOf } from './finding-words.ts';

/** What makes keys less safe, by kind; each row leads to where it is mended. */
export function FindingsList() {
  const shown = useCall('security/findings', {});
  return (
    <Loaded from={shown} rows={8}>
      {({ findings, complete }) =>
        findings.length === 0 ? (
          <Empty title="Nothing was found">
            Every active key expires, knows its addresses, is in use, and has no more scopes than it needs.
          </Empty>
        ) : (
          <>
            {FINDING_KINDS.map(kind => (
              <Kind key={kind} kind={kind} findings={findings.filter(finding => finding.kind === kind)} />
            ))}
            {!complete && (
              <p className="hint">There are more active keys; only the newest 1,000 were judged.</p>
            )}
          </>
        )
      }
    </Loaded>
  );
}

const SHOWN = 10;

function Kind({ kind, findings }: { kind: Finding['kind']; findings: readonly Finding[] }) {
  const { title, since } = FINDING_WORDS[kind];
  const [first] = findings;
  if (first === undefined) return null;
  const live = findings.filter(({ environment }) => environment === 'production').length;
  return (
    <Card
      title={title}
      hint={first.advice}
      actions={<Badge tone={live > 0 ? 'warn' : 'plain'}>{countWords(findings.length, live)}</Badge>}
    >
      <DataTable
        label={title}
        rows={findings.slice(0, SHOWN)}
        rowKey={({ keyId }) => keyId}
        columns={[
          {
            key: 'key',
            heading: 'Key',
            wide: true,
            cell: ({ keyId, name }) => (
              <LinkTo
                to="/settings/api-keys/$keyId"
                params={{ keyId }}
                search={mendingOf(kind)}
                className="row-link"
              >
                {name}
              </LinkTo>
            ),
          },
          {
            key: 'environment',
            heading: 'Environment',
            cell: ({ environment }) => ENVIRONMENT_NAMES[environment],
          },
          { key: 'since', heading: since, cell: finding => <Timestamp at={finding.since} /> },
        ]}
      />
      {findings.length > SHOWN && <p className="hint">and {findings.length - SHOWN} more</p>}
    </Card>
  );
}

function countWords(count: number, live: number): string {
  const words = `${count} ${count === 1 ? 'key' : 'keys'}`;
  return live === 0 ? words : `${words}, ${live} in production`;
}
