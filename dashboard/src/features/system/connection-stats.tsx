import { Stat, Stats } from '../../components/card.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { uptimeText } from './uptime.ts';

type Status = Output<'system/status'>;

export function ConnectionStats({ status }: { status: Status }) {
  const { database, redis, droppedLogRows } = status;
  return (
    <Stats>
      <Stat
        label="Service"
        value={status.ready ? 'Ready' : 'Not ready'}
        tone={status.ready ? 'good' : 'bad'}
        hint={status.ready ? 'takes traffic' : 'the checks say why'}
      />
      <Stat label="Version" value={status.version} hint={`up for ${uptimeText(status.startedAt)}`} />
      <Stat
        label="Database"
        value={database.reachable ? 'Reachable' : 'Away'}
        tone={database.reachable ? 'good' : 'bad'}
        hint={`${database.kind === 'embedded' ? 'embedded' : 'server'}${database.version === null ? '' : `, PostgreSQL ${versionOf(database.version)}`}`}
      />
      <Stat
        label="Redis"
        value={redis === null ? 'Not used' : redis.reachable ? 'Reachable' : 'Away'}
        tone={redis !== null && !redis.reachable ? 'bad' : 'plain'}
        hint={redis === null ? 'counters are kept in the process' : 'counts the limits'}
      />
      <Stat
        label="Dropped log rows"
        value={formatNumber(droppedLogRows)}
        tone={droppedLogRows > 0 ? 'warn' : 'plain'}
        hint="since this node started"
      />
      <Stat label="Live nodes" value={formatNumber(status.nodes.length)} hint="listed below" />
    </Stats>
  );
}

/** `18.4 (Debian …)` says more than people want here. */
function versionOf(text: string): string {
  return text.replace(/^PostgreSQL\s+/, '').split(/\s/)[0] ?? text;
}
