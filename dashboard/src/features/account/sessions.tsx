import { useState } from 'react';
import { Card } from '../../components/card.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { Badge, Empty, Notice } from '../../components/feedback.tsx';
import { LoadedList } from '../../components/loaded.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useAction, useInvalidate } from '../../lib/calls/use-action.ts';
import { usePages } from '../../lib/calls/use-call.ts';
import { showToast } from '../../lib/toasts.tsx';

type OpenSession = Output<'session/list'>['sessions'][number];

export function SessionsCard() {
  const list = usePages('session/list', {}, ({ sessions }) => sessions);
  const others = list.items.filter(({ current }) => !current);
  const end = useAction('session/end', { toast: 'Session ended.' });
  return (
    <Card
      title="Your sessions"
      hint="Where you are signed in. If you do not recognise a session, end it and change your password."
      actions={others.length > 0 && <EndOthers others={others} />}
    >
      {end.failure && <Notice failure={end.failure} />}
      <LoadedList list={list} rows={2} empty={<Empty title="No sessions" />}>
        {sessions => (
          <DataTable
            label="Your sessions"
            rows={sessions}
            rowKey={({ sessionId }) => sessionId}
            columns={[
              { key: 'browser', heading: 'Browser', cell: Browser },
              {
                key: 'address',
                heading: 'IP address',
                phone: 'plain',
                cell: ({ address }) => address ?? 'Unknown',
              },
              { key: 'since', heading: 'Signed in', cell: ({ createdAt }) => <Timestamp at={createdAt} /> },
              { key: 'seen', heading: 'Last seen', cell: ({ lastSeenAt }) => <Timestamp at={lastSeenAt} /> },
              { key: 'ends', heading: 'Expires', cell: ({ expiresAt }) => <Timestamp at={expiresAt} /> },
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
      </LoadedList>
    </Card>
  );
}

function Browser({ userAgent, current }: OpenSession) {
  return (
    <span className="with-icon" title={userAgent ?? undefined}>
      {browserName(userAgent)} {current && <Badge tone="info">This session</Badge>}
    </span>
  );
}

function EndButton({ session, busy, onEnd }: { session: OpenSession; busy: boolean; onEnd: () => void }) {
  // The current session ends with "Sign out" in the user menu.
  if (session.current) return null;
  return (
    <span className="row-actions">
      <button
        type="button"
        className="quiet small bad"
        aria-label={`End session in ${browserName(session.userAgent)}`}
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
  const invalidate = useInvalidate();
  const end = useAction('session/end', { changes: [] });
  const endAll = async () => {
    let ended = 0;
    for (const { sessionId } of others) {
      if ((await end.run({ sessionId })) === undefined) break;
      ended++;
    }
    await invalidate(['session']);
    if (ended < others.length) return;
    showToast(ended === 1 ? 'The other session has ended.' : `${ended} other sessions have ended.`);
    setAsking(false);
  };
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        End all other sessions
      </button>
      <ConfirmDialog
        open={asking}
        title="End all other sessions?"
        danger
        confirmLabel="End sessions"
        busy={end.busy}
        failure={end.failure}
        onConfirm={() => void endAll()}
        onClose={() => setAsking(false)}
      >
        You will have to sign in again in those browsers. This session continues.
      </ConfirmDialog>
    </>
  );
}

/** User agents are long and misleading. Users recognise a browser by its name and operating system. */
const BROWSERS = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;

const SYSTEMS = [
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

export function browserName(userAgent: string | null): string {
  if (userAgent === null || userAgent === '') return 'Unknown browser';
  const browser = firstMatch(BROWSERS, userAgent);
  const system = firstMatch(SYSTEMS, userAgent);
  if (browser === undefined) return (userAgent.split(/[\s/]/)[0] ?? userAgent).slice(0, 40);
  return system === undefined ? browser : `${browser} on ${system}`;
}

function firstMatch(list: readonly (readonly [RegExp, string])[], text: string): string | undefined {
  return list.find(([pattern]) => pattern.test(text))?.[1];
}
