import { useEffect, useState } from 'react';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Notice } from '../../components/feedback.tsx';
import { Form, FormButtons } from '../../components/form.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { fieldError, type Input, isShownByFields, type Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { useCall, withoutPrevious } from '../../lib/calls/use-call.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { withoutEmpty } from './content-draft.ts';
import { AddLanguage, LanguageTexts, type LocalTexts } from './language-texts.tsx';

type RoomTexts = Output<'hotels/room-texts'>['rooms'][number];

interface RoomTextsDialogProps {
  hotelId: string;
  /** Undefined while the dialog is closed. */
  room: { roomCode: string; name: string } | undefined;
  onClose: () => void;
}

/** Changes the name and the description of a room type, in all languages. */
export function RoomTextsDialog({ hotelId, room, onClose }: RoomTextsDialogProps) {
  const environment = useEnvironment();
  const read = useCall('hotels/room-texts', { environment, hotelId }, { when: room !== undefined });
  return (
    <Dialog open={room !== undefined} title={`Edit ${room?.name ?? ''}`} onClose={onClose} shape="side">
      {room && (
        <Loaded from={withoutPrevious(read)} rows={6}>
          {({ rooms }) => {
            const texts = rooms.find(({ roomCode }) => roomCode === room.roomCode);
            return (
              texts && <RoomTextsForm key={`${hotelId} ${room.roomCode}`} {...{ hotelId, texts, onClose }} />
            );
          }}
        </Loaded>
      )}
    </Dialog>
  );
}

interface RoomTextsFormProps extends Pick<RoomTextsDialogProps, 'hotelId' | 'onClose'> {
  texts: RoomTexts;
}

/** Keeps the texts that it was first given. If someone else has changed them, the server rejects the change. */
function RoomTextsForm({ hotelId, texts, onClose }: RoomTextsFormProps) {
  const environment = useEnvironment();
  const [{ roomCode, updatedAt, name, description }] = useState(texts);
  const [draft, setDraft] = useState<LocalTexts>({ name, description });
  const saving = useAction('hotels/update-room-texts', {
    changes: ['hotels', 'inventory'],
    toast: 'Room type saved.',
    done: onClose,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a late response must not close a dialog that was opened again
  useEffect(() => saving.clear, []);
  const submit = () => {
    const described = withoutEmpty(draft.description ?? {});
    void saving.run({
      ...{ environment, hotelId, roomCode, updatedAt, name: withoutEmpty(draft.name) },
      ...(Object.keys(described).length > 0 && { description: described }),
    } as Input<'hotels/update-room-texts'>);
  };
  const change = (changed: Partial<LocalTexts>) => !saving.busy && setDraft({ ...draft, ...changed });
  const { failure } = saving;
  const shown = ['name', 'description'];
  return (
    <Form onSubmit={submit}>
      <p className="faint">Partners get the hotel’s main language if theirs is missing.</p>
      <LanguageTexts texts={draft} onChange={change} problem={path => fieldError(failure, path)} />
      <AddLanguage texts={draft} onChange={change} />
      {failure && !isShownByFields(failure, shown) && <Notice failure={failure} />}
      <FormButtons onCancel={onClose} disabled={saving.busy}>
        {saving.busy ? 'Saving…' : 'Save'}
      </FormButtons>
    </Form>
  );
}
