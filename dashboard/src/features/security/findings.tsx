import { Card } from '../../components/card.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Badge, Empty } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { ENVIRONMENT_NAMES } from '../../lib/url-state.ts';

/** Each finding links to the page where it can be fixed. */
export function FindingsList() {
  const shown = useCall('security/findings', {});
  return (
    <Loaded from={shown} rows={8}>
      {({ findings, complete }) =>
        findings.length === 0 ? (
          <Empty title="No findings">
            All active keys expire, are restricted to certain IP addresses and scopes, and are in use. All
            were created or rotated in the last 90 days.
          </Empty>
        ) : (
          <>
            {FINDING_KINDS.map(kind => (
              <Kind key={kind} kind={kind} findings={findings.filter(finding => finding.kind === kind)} />
            ))}
            {!complete && <p className="hint">Only the newest 1,000 active keys were checked.</p>}
          </>
        )
      }
    </Loaded>
  );
}

const SHOWN = 10;

function Kind({ kind, findings }: { kind: Finding['kind']; findings: readonly Finding[] }) {
  const { title, since } = FINDING_LABELS[kind];
  const [first] = findings;
  if (first === undefined) return null;
  const live = findings.filter(({ environment }) => environment === 'production').length;
  return (
    <Card
      title={title}
      hint={first.advice}
      actions={<Badge tone={live > 0 ? 'warn' : 'plain'}>{formatCount(findings.length, live)}</Badge>}
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
                search={fixLink(kind)}
                className="row-link"
              >
                {name}
              </LinkTo>
            ),
          },
          {
            key: 'environment',
            heading: 'Environment',
            phone: 'plain',
            cell: ({ environment }) => ENVIRONMENT_NAMES[environment],
          },
          { key: 'since', heading: since, cell: finding => <Timestamp at={finding.since} /> },
        ]}
      />
      {findings.length > SHOWN && <p className="hint">and {findings.length - SHOWN} more</p>}
    </Card>
  );
}

function formatCount(count: number, live: number): string {
  const keys = `${count} ${count === 1 ? 'key' : 'keys'}`;
  return live === 0 ? keys : `${keys}, ${live} in production`;
}

type Finding = Output<'security/findings'>['findings'][number];

/** A missing kind is a type error. */
const FINDING_LABELS: Record<Finding['kind'], { title: string; since: string }> = {
  NO_EXPIRY: { title: 'Keys that never expire', since: 'Created' },
  IDLE: { title: 'Keys not used for 90 days', since: 'Last used or created' },
  NO_ADDRESS_LIST: { title: 'Keys that work from any IP address', since: 'Created' },
  OLD_SECRET: { title: 'Keys not rotated for 90 days', since: 'Created or rotated' },
  EVERY_SCOPE: { title: 'Keys with all scopes', since: 'Created' },
};

const FINDING_KINDS = Object.keys(FINDING_LABELS) as Finding['kind'][];

/**
 * Search parameters of the key page that open the place to fix the finding: usage for an idle key, rotation for an old
 * secret, otherwise the settings.
 */
function fixLink(kind: Finding['kind']): Record<string, string> {
  if (kind === 'IDLE') return {};
  return kind === 'OLD_SECRET' ? { do: 'rotate' } : { tab: 'settings' };
}
