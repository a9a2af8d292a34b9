import { IMAGE_KINDS } from '@serai/contract/content/code-lists.ts';
import { ArrowLeft, ArrowRight, Link2, Plus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { Card } from '../../components/card.tsx';
import { Field, TextField } from '../../components/form.tsx';
import { Select } from '../../components/pickers/select.tsx';
import type { Input, Output } from '../../lib/calls/operator-client.ts';
import { moved, movedTo } from './content-draft.ts';
import { formatCode } from './hotel.ts';
import { Photo } from './photo.tsx';
import { editedPhoto, photoKey } from './photo-keys.ts';

type Images = Input<'hotels/update-content'>['images'];
type Image = Images[number];
export type ServedImages = readonly NonNullable<Output<'hotels/show'>['hotel']['images']>[number][];

interface PhotosFieldProps {
  images: Images;
  /** What partners receive until the hotel has photos of its own. */
  catalogue: ServedImages;
  onChange: (images: Images) => void;
  problem: (path: string) => string | undefined;
}

/** The photos as tiles in their order. They are moved by dragging or with the arrow buttons. */
export function PhotosField({ images, catalogue, onChange, problem }: PhotosFieldProps) {
  const [url, setUrl] = useState('');
  const [dragged, setDragged] = useState<number>();
  const replaced = catalogue.filter(({ url: each }) => !images.some(image => image.url === each));
  return (
    <Card
      title="Photos"
      hint="Partners receive photos in this order and show the first one in lists. URLs must be public."
    >
      {replaced.length > 0 && (
        <CataloguePhotos served={replaced} onCopy={() => onChange([...images, ...replaced.map(copyOf)])} />
      )}
      {images.length > 0 && (
        <ol className="photos">
          {images.map((image, at) => (
            <PhotoTile
              key={photoKey(image)}
              image={image}
              at={at}
              count={images.length}
              problem={problem(`images/${at}/url`)}
              isDragged={dragged === at}
              onDrag={setDragged}
              onDrop={() => dragged !== undefined && onChange(movedTo(images, dragged, at))}
              onMove={step => onChange(moved(images, at, step))}
              onRemove={() => onChange(images.filter((_, i) => i !== at))}
              onChange={changed =>
                onChange(images.map((one, i) => (i === at ? editedPhoto(one, changed) : one)))
              }
            />
          ))}
        </ol>
      )}
      <div className="photo-add">
        <TextField label="Photo URL" type="url" placeholder="https://" value={url} onChange={setUrl} />
        <button
          type="button"
          disabled={!/^https?:\/\/\S+\.\S+$/.test(url)}
          onClick={() => {
            onChange([...images, { url, kind: 'OTHER' }]);
            setUrl('');
          }}
        >
          <Plus size={16} aria-hidden /> Add
        </button>
      </div>
    </Card>
  );
}

interface PhotoTileProps {
  image: Image;
  at: number;
  count: number;
  problem: string | undefined;
  isDragged: boolean;
  onDrag: (at: number | undefined) => void;
  onDrop: () => void;
  onMove: (step: 1 | -1) => void;
  onRemove: () => void;
  onChange: (changed: Partial<Image>) => void;
}

function PhotoTile(props: PhotoTileProps) {
  const { image, at, count, problem, isDragged, onDrag, onDrop, onMove, onRemove, onChange } = props;
  const [isEditing, setEditing] = useState(false);
  const addressId = useId();
  const hasAddress = isEditing || problem !== undefined;
  return (
    <li
      draggable={!hasAddress}
      data-dragged={isDragged || undefined}
      onDragStart={event => {
        // Firefox starts no drag without data.
        event.dataTransfer.setData('text/plain', '');
        onDrag(at);
      }}
      onDragEnd={() => onDrag(undefined)}
      onDragOver={event => event.preventDefault()}
      onDrop={event => {
        event.preventDefault();
        onDrop();
      }}
    >
      <div className="photo-frame">
        <Photo url={image.url} alt="" />
        <span className="photo-place">{at === 0 ? '1, main photo' : at + 1}</span>
      </div>
      <Field
        label={
          <>
            Kind<span className="unseen"> of photo {at + 1}</span>
          </>
        }
      >
        {control => (
          <Select
            {...control}
            value={image.kind ?? 'OTHER'}
            options={IMAGE_KINDS.map(kind => [kind, formatCode(kind)] as const)}
            onChange={kind => onChange({ kind: kind as Image['kind'] })}
          />
        )}
      </Field>
      <div className="photo-actions">
        <button
          type="button"
          className="icon"
          aria-label={`Move photo ${at + 1} earlier`}
          disabled={at === 0}
          onClick={() => onMove(-1)}
        >
          <ArrowLeft size={16} aria-hidden />
        </button>
        <button
          type="button"
          className="icon"
          aria-label={`Move photo ${at + 1} later`}
          disabled={at === count - 1}
          onClick={() => onMove(1)}
        >
          <ArrowRight size={16} aria-hidden />
        </button>
        <button
          type="button"
          className="icon"
          aria-label={`Change the URL of photo ${at + 1}`}
          aria-expanded={hasAddress}
          aria-controls={addressId}
          onClick={() => setEditing(!isEditing)}
        >
          <Link2 size={16} aria-hidden />
        </button>
        <button type="button" className="icon" aria-label={`Remove photo ${at + 1}`} onClick={onRemove}>
          <Trash2 size={16} aria-hidden />
        </button>
      </div>
      <div id={addressId}>
        {hasAddress && (
          <TextField
            label={<span className="unseen">URL of photo {at + 1}</span>}
            type="url"
            problem={problem}
            value={image.url}
            onChange={text => onChange({ url: text })}
          />
        )}
      </div>
    </li>
  );
}

function copyOf({ url, kind, caption, width, height }: ServedImages[number]): Image {
  return {
    ...{ url, kind },
    ...(caption !== null && { caption: { [caption.language]: caption.text } }),
    ...(width !== null && { width }),
    ...(height !== null && { height }),
  };
}

interface CataloguePhotosProps {
  served: ServedImages;
  onCopy: () => void;
}

function CataloguePhotos({ served, onCopy }: CataloguePhotosProps) {
  return (
    <div className="catalogue-photos">
      <ul>
        {served.slice(0, 4).map(({ url }) => (
          <li key={url}>
            <Photo url={url} alt="" />
          </li>
        ))}
      </ul>
      <p>
        {served.length === 1
          ? '1 photo from the catalogue. Your own photos replace it.'
          : `${served.length} photos from the catalogue. Your own photos replace them.`}
      </p>
      <button type="button" onClick={onCopy}>
        Add to your photos
      </button>
    </div>
  );
}
