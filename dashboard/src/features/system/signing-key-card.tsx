import { useState } from 'react';
import { Card, Facts } from '../../components/card.tsx';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { useMay } from '../../lib/session-context.ts';

type SigningKey = Output<'system/status'>['signingKey'];

/** Signs the tokens between gateway and backend; partners never see it. */
export function SigningKeyCard({ signingKey: { kid, since, next, rotatesAt } }: { signingKey: SigningKey }) {
  const [asking, setAsking] = useState(false);
  const mayRotate = useMay('admin');
  const rotate = useAction('system/rotate-signing-key', {
    toast: 'A new signing key is published.',
    done: () => setAsking(false),
  });
  return (
    <Card
      title="Signing key"
      hint="Signs what the gateway tells the backend. API keys are not touched by its rotation."
      actions={
        <button type="button" disabled={!mayRotate || next !== null} onClick={() => setAsking(true)}>
          Rotate
        </button>
      }
    >
      <Facts
        items={[
          ['Signs now', <code key="kid">{kid}</code>],
          ['Since', <Timestamp key="since" at={since} />],
          [
            'Next',
            next === null ? (
              'none waits'
            ) : (
              <span key="next">
                <code>{next.kid}</code> from <Timestamp at={next.from} exact />
              </span>
            ),
          ],
          ['Next planned rotation', <Timestamp key="rotates" at={rotatesAt} exact />],
        ]}
      />
      {!mayRotate && <p className="hint">Rotating it needs the role admin.</p>}
      <ConfirmDialog
        open={asking}
        title="Rotate the signing key"
        confirmLabel="Rotate"
        busy={rotate.busy}
        failure={rotate.failure}
        onConfirm={() => void rotate.run({})}
        onClose={() => {
          setAsking(false);
          rotate.clear();
        }}
      >
        A new key is published now and signs 15 minutes later, so that every node knows it by then. No request
        fails.
      </ConfirmDialog>
    </Card>
  );
}
