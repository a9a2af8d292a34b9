import { useState } from 'react';
import { Card } from '../../components/card.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { PartnerLink } from '../../components/partners/partners.tsx';
import { useAction } from '../../lib/calls/use-action.ts';
import { useMay } from '../../lib/session-context.ts';
import type { Provider } from './provider.tsx';

type Keep = 'PARTNER' | 'OPERATOR';

interface Choice {
  partnerId: string;
  keep: Keep;
}

const CHOICES: Record<Keep, { button: string; title: string; text: string }> = {
  PARTNER: {
    button: 'Use for all',
    title: 'Use this partner’s settings for all partners?',
    text: 'They replace the settings above, and the partner no longer has its own.',
  },
  OPERATOR: {
    button: 'Remove',
    title: 'Remove this partner’s settings?',
    text: 'The partner will use the settings above instead.',
  },
};

/** Lists partners whose own settings come from an earlier version. Most installations have none. */
export function PartnerSettings({ provider }: { provider: Provider }) {
  const { providerId, partnerSettings } = provider;
  const mayChange = useMay('providers:edit');
  const [choice, setChoice] = useState<Choice>();
  const share = useAction('providers/share', {
    toast: 'This partner now uses the same settings as all others.',
    changes: ['providers'],
    done: () => setChoice(undefined),
  });
  if (partnerSettings.length === 0) return null;
  return (
    <Card
      title="Partners with their own settings"
      hint="These settings come from an earlier version. They apply to the partner instead of the settings above."
    >
      <DataTable
        label="Partners with their own settings"
        rows={partnerSettings}
        rowKey={({ partnerId }) => partnerId}
        columns={[
          {
            key: 'partner',
            heading: 'Partner',
            cell: ({ partnerId }) => <PartnerLink partnerId={partnerId} />,
          },
          { key: 'name', heading: 'Name', cell: ({ name }) => name },
          { key: 'state', heading: 'Status', cell: ({ enabled }) => (enabled ? 'In use' : 'Paused') },
          { key: 'preference', heading: 'Preference', align: 'right', cell: ({ preference }) => preference },
          {
            key: 'actions',
            heading: 'Actions',
            cell: ({ partnerId }) =>
              mayChange && (
                <span className="row">
                  {(['PARTNER', 'OPERATOR'] as const).map(keep => (
                    <button
                      key={keep}
                      type="button"
                      className="small"
                      aria-label={`${CHOICES[keep].button}: ${partnerId}`}
                      onClick={() => setChoice({ partnerId, keep })}
                    >
                      {CHOICES[keep].button}
                    </button>
                  ))}
                </span>
              ),
          },
        ]}
      />
      <ConfirmDialog
        open={choice !== undefined}
        title={CHOICES[choice?.keep ?? 'PARTNER'].title}
        confirmLabel={CHOICES[choice?.keep ?? 'PARTNER'].button}
        busy={share.busy}
        failure={share.failure}
        onConfirm={() => choice && void share.run({ providerId, ...choice })}
        onClose={() => setChoice(undefined)}
      >
        {CHOICES[choice?.keep ?? 'PARTNER'].text}
      </ConfirmDialog>
    </Card>
  );
}
