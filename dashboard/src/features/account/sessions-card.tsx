import { useState } from 'react';
import { Badge } from '../../components/badge.tsx';
import { Card } from '../../components/card.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { Empty } from '../../components/empty.tsx';
import { List } from '../../components/list.tsx';
import { Notice } from '../../components/notice.tsx';
import { Moment } from '../../components/text/moment.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { useOutdate } from '../../lib/calls/use-outdate.ts';
import { usePages } from '../../lib/calls/use-pages.ts';
import { say } from '../../lib/say.ts';
import { browserName } from './browser-name.ts';

type OpenSession = Output<'session/list'>['sessions'][number];

export function SessionsCard() {
  const list = usePages('session/list', {}, ({ sessions }) => sessions);
  const others = list.items.filter(({ current }) => !current);
  const end = useAction('session/end', { said: 'Session ended.' });
  return (
    <Card
      title="Your sessions"
      hint="Where you are signed in. End what you do not know, then change your password."
      actions={others.length > 0 && <EndOthers others={others} />}
    >
      {end.failure && <Notice failure={end.failure} />}
      <List list={list} rows={2} empty={<Empty title="No sessions">There is none to show.</Empty>}>
        {sessions => (
          <DataTable
            label="Your sessions"
            rows={sessions}
            rowKey={({ sessionId }) => sessionId}
            columns={[
              { key: 'browser', heading: 'Browser', cell: Browser },
              { key: 'address', heading: 'Address', cell: ({ address }) => address ?? 'Unknown' },
              { key: 'since', heading: 'Signed in', cell: ({ createdAt }) => <Moment at={createdAt} /> },
              { key: 'seen', heading: 'Last seen', cell: ({ lastSeenAt }) => <Moment at={lastSeenAt} /> },
              { key: 'ends', heading: 'Ends', cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
              {
                key: 'end',
                heading: 'End',
                headless: true,
                align: 'right',
                cell: session => (
                  <EndButton
                    session={session}
                    busy={end.busy}
                    onEnd={() => void end.run({ sessionId: session.sessionId })}
                  />
                ),
              },
            ]}
          />
        )}
      </List>
    </Card>
  );
}

function Browser({ userAgent, current }: OpenSession) {
  return (
    <span className="with-icon" title={userAgent ?? undefined}>
      {browserName(userAgent)} {current && <Badge tone="info">This one</Badge>}
    </span>
  );
}

function EndButton({ session, busy, onEnd }: { session: OpenSession; busy: boolean; onEnd: () => void }) {
  // The session in use ends by signing out, in the menu.
  if (session.current) return null;
  return (
    <span className="row-actions">
      <button
        type="button"
        className="quiet small bad"
        aria-label={`End the session of ${browserName(session.userAgent)}`}
        disabled={busy}
        onClick={onEnd}
      >
        End
      </button>
    </span>
  );
}

function EndOthers({ others }: { others: readonly OpenSession[] }) {
  const [asking, setAsking] = useState(false);
  const outdate = useOutdate();
  const end = useAction('session/end', { changes: [] });
  const endAll = async () => {
    let ended = 0;
    for (const { sessionId } of others) {
      if ((await end.run({ sessionId })) === undefined) break;
      ended++;
    }
    await outdate(['session']);
    if (ended < others.length) return;
    say(ended === 1 ? 'The other session has ended.' : `${ended} other sessions have ended.`);
    setAsking(false);
  };
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        End all others
      </button>
      <ConfirmDialog
        open={asking}
        title="End all other sessions?"
        danger
        confirmLabel="End them"
        busy={end.busy}
        failure={end.failure}
        onConfirm={() => void endAll()}
        onClose={() => setAsking(false)}
      >
        Whoever uses one of them has to sign in again. This session stays.
      </ConfirmDialog>
    </>
  );
}
