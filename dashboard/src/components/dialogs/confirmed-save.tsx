import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface ConfirmedSave {
  /** Saves at once if there are no effects to confirm. */
  confirm: (effects: readonly string[], save: () => unknown) => void;
  /** Must be rendered outside the form. */
  dialog: ReactNode;
}

/** Asks before settings are saved that lock people out, erase data or send emails. */
export function useConfirmedSave(): ConfirmedSave {
  const [asked, setAsked] = useState<{ effects: readonly string[]; save: () => unknown }>();
  const close = () => setAsked(undefined);
  const dialog = (
    <ConfirmDialog
      open={asked !== undefined}
      danger
      title="Save these settings?"
      confirmLabel="Save settings"
      onConfirm={() => {
        asked?.save();
        close();
      }}
      onClose={close}
    >
      {asked?.effects.map(effect => (
        <p key={effect}>{effect}</p>
      ))}
    </ConfirmDialog>
  );
  return {
    confirm: (effects, save) => (effects.length === 0 ? save() : setAsked({ effects, save })),
    dialog,
  };
}
