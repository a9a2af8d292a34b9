import { IMAGE_KINDS } from '@serai/contract/content/content-record.ts';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Card } from '../../components/card.tsx';
import { Notice } from '../../components/feedback.tsx';
import { Field, Form, FormButtons, TextField } from '../../components/form.tsx';
import { languageName } from '../../components/pickers/code-options.ts';
import { Select } from '../../components/pickers/select.tsx';
import { fieldError, type Input, type Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { LANGUAGES } from '../../lib/format/languages.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { moved, withLanguage, withoutEmpty } from './content-draft.ts';
import { formatCode } from './hotel.ts';
import { Photo } from './photo.tsx';
import { PinMap } from './pin-map.tsx';
import '../../styles/hotel-content.css';

type Content = Output<'hotels/content'>;
type Draft = Pick<Input<'hotels/update-content'>, 'name' | 'description' | 'images' | 'location'>;
type Images = Draft['images'];
type ServedImages = NonNullable<Output<'hotels/show'>['hotel']['images']>;

interface ContentFormProps {
  content: Content;
  /** The photos that partners receive now. They come from the catalogue while the hotel has none of its own. */
  served: readonly ServedImages[number][];
  onClose: () => void;
}

/** Names and descriptions in all languages, photos in their order, and the place on a map. */
export function ContentForm({ content, served, onClose }: ContentFormProps) {
  const environment = useEnvironment();
  const { hotelId, updatedAt, ...stored } = content;
  const [draft, setDraft] = useState<Draft>(stored);
  const saving = useAction('hotels/update-content', {
    changes: ['hotels'],
    toast: 'Hotel content saved.',
    done: onClose,
  });
  const { failure } = saving;
  const { description: _, ...rest } = draft;
  const description = withoutEmpty(draft.description ?? {});
  const set = (changed: Partial<Draft>) => {
    saving.clear();
    setDraft({ ...draft, ...changed });
  };

  return (
    <Form
      className="content-form"
      onSubmit={() =>
        saving.run({
          ...{ environment, hotelId, updatedAt, ...rest, name: withoutEmpty(draft.name) },
          ...(Object.keys(description).length > 0 && { description }),
        })
      }
    >
      <Texts draft={draft} onChange={set} problem={path => fieldError(failure, path)} />
      <Photos
        images={draft.images}
        served={served}
        onChange={images => set({ images })}
        problem={path => fieldError(failure, path)}
      />
      <Card
        title="Location"
        hint="Click the map or use the arrow keys to move the pin. A new location can move the hotel to another place."
      >
        <PinMap location={draft.location} onChange={location => set({ location })} />
        {fieldError(failure, 'location') && (
          <span className="problem">{fieldError(failure, 'location')}</span>
        )}
      </Card>
      {failure && <Notice failure={failure} />}
      <FormButtons onCancel={onClose} disabled={saving.busy}>
        {saving.busy ? 'Saving…' : 'Save'}
      </FormButtons>
    </Form>
  );
}

interface TextsProps {
  draft: Draft;
  onChange: (changed: Partial<Draft>) => void;
  problem: (path: string) => string | undefined;
}

function Texts({ draft: { name, description = {} }, onChange, problem }: TextsProps) {
  const tags = [...new Set([...Object.keys(name), ...Object.keys(description)])];
  const free = LANGUAGES.filter(([tag]) => !tags.includes(tag));
  return (
    <Card
      title="Texts"
      hint="The first language is used if a partner asks for a language that is missing."
      actions={
        <Field label={<span className="unseen">Add a language</span>}>
          {control => (
            <Select
              {...control}
              value=""
              options={[['', 'Add a language'], ...free]}
              onChange={tag => tag !== '' && onChange({ name: withLanguage(name, tag, '') })}
            />
          )}
        </Field>
      }
    >
      <div className="content-languages">
        {tags.map(tag => (
          <div key={tag} className="content-language">
            <TextField
              label={`Name in ${languageName(tag)}`}
              lang={tag}
              problem={problem(`name/${tag}`)}
              value={name[tag] ?? ''}
              onChange={text => onChange({ name: withLanguage(name, tag, text) })}
            />
            <Field label={`Description in ${languageName(tag)}`} problem={problem(`description/${tag}`)}>
              {control => (
                <textarea
                  {...control}
                  lang={tag}
                  rows={4}
                  value={description[tag] ?? ''}
                  onChange={({ target }) =>
                    onChange({ description: withLanguage(description, tag, target.value) })
                  }
                />
              )}
            </Field>
          </div>
        ))}
      </div>
    </Card>
  );
}

interface PhotosProps {
  images: Images;
  served: ContentFormProps['served'];
  onChange: (images: Images) => void;
  problem: (path: string) => string | undefined;
}

function Photos({ images, served, onChange, problem }: PhotosProps) {
  const [url, setUrl] = useState('');
  const change = (at: number, changed: Partial<Images[number]>) =>
    onChange(images.map((image, i) => (i === at ? { ...image, ...changed } : image)));
  return (
    <Card title="Photos" hint="Partners receive the photos in this order. The addresses must be public.">
      {images.length === 0 && served.length > 0 && (
        <CataloguePhotos served={served} onCopy={() => onChange(served.map(copyOf))} />
      )}
      <ol className="photos">
        {images.map((image, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the user edits the address, so a photo has no other identity
          <li key={at}>
            <Photo url={image.url} alt="" />
            <TextField
              label={`Photo ${at + 1}`}
              type="url"
              problem={problem(`images/${at}/url`)}
              value={image.url}
              onChange={text => change(at, { url: text })}
            />
            <Field label={`Kind of photo ${at + 1}`}>
              {control => (
                <Select
                  {...control}
                  value={image.kind ?? 'OTHER'}
                  options={IMAGE_KINDS.map(kind => [kind, formatCode(kind)] as const)}
                  onChange={kind => change(at, { kind: kind as Images[number]['kind'] })}
                />
              )}
            </Field>
            <div className="row">
              <button
                type="button"
                className="icon"
                aria-label={`Move photo ${at + 1} up`}
                disabled={at === 0}
                onClick={() => onChange(moved(images, at, -1))}
              >
                <ArrowUp size={16} aria-hidden />
              </button>
              <button
                type="button"
                className="icon"
                aria-label={`Move photo ${at + 1} down`}
                disabled={at === images.length - 1}
                onClick={() => onChange(moved(images, at, 1))}
              >
                <ArrowDown size={16} aria-hidden />
              </button>
              <button
                type="button"
                className="icon"
                aria-label={`Remove photo ${at + 1}`}
                onClick={() => onChange(images.filter((_, i) => i !== at))}
              >
                <Trash2 size={16} aria-hidden />
              </button>
            </div>
          </li>
        ))}
      </ol>
      <div className="photo-add">
        <TextField
          label="Add a photo by its address"
          type="url"
          placeholder="https://"
          value={url}
          onChange={setUrl}
        />
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

function copyOf({ url, kind, caption, width, height }: ServedImages[number]): Images[number] {
  return {
    ...{ url, kind },
    ...(caption !== null && { caption: { [caption.language]: caption.text } }),
    ...(width !== null && { width }),
    ...(height !== null && { height }),
  };
}

interface CataloguePhotosProps {
  served: ContentFormProps['served'];
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
        {served.length === 1 ? 'Copy it here' : 'Copy them here'}
      </button>
    </div>
  );
}
