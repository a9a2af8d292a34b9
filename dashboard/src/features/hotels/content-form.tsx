import { IMAGE_KINDS } from '@serai/contract/content/content-record.ts';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Notice } from '../../components/feedback.tsx';
import { Field, Form, FormButtons, TextField } from '../../components/form.tsx';
import { Select } from '../../components/pickers/select.tsx';
import { fieldError, type Input, type Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { LANGUAGES } from '../../lib/format/languages.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { moved, withLanguage, withoutEmpty } from './content-draft.ts';
import { formatCode } from './hotel.ts';
import { PinMap } from './pin-map.tsx';
import '../../styles/hotel-content.css';

type Content = Output<'hotels/content'>;
type Draft = Pick<Input<'hotels/update-content'>, 'name' | 'description' | 'images' | 'location'>;
type Images = Draft['images'];

interface ContentFormProps {
  content: Content;
  onClose: () => void;
}

/** Names and descriptions in all languages, photos in their order, and the place on a map. */
export function ContentForm({ content, onClose }: ContentFormProps) {
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
        onChange={images => set({ images })}
        problem={path => fieldError(failure, path)}
      />
      <section className="content-section" aria-label="Location">
        <h3>Location</h3>
        <PinMap location={draft.location} onChange={location => set({ location })} />
        {fieldError(failure, 'location') && (
          <span className="problem">{fieldError(failure, 'location')}</span>
        )}
      </section>
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
    <section className="content-section" aria-label="Texts">
      <h3>Texts</h3>
      <p className="hint">The first language is used if a partner asks for a language that is missing.</p>
      {tags.map(tag => (
        <fieldset key={tag} className="content-language">
          <legend>{LANGUAGES.find(([one]) => one === tag)?.[1] ?? tag}</legend>
          <TextField
            label={`Name (${tag})`}
            lang={tag}
            problem={problem(`name/${tag}`)}
            value={name[tag] ?? ''}
            onChange={text => onChange({ name: withLanguage(name, tag, text) })}
          />
          <Field label={`Description (${tag})`} problem={problem(`description/${tag}`)}>
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
        </fieldset>
      ))}
      <Field label="Add a language">
        {control => (
          <Select
            {...control}
            value=""
            options={free}
            onChange={tag => onChange({ name: withLanguage(name, tag, '') })}
          />
        )}
      </Field>
    </section>
  );
}

interface PhotosProps {
  images: Images;
  onChange: (images: Images) => void;
  problem: (path: string) => string | undefined;
}

function Photos({ images, onChange, problem }: PhotosProps) {
  const [url, setUrl] = useState('');
  const change = (at: number, changed: Partial<Images[number]>) =>
    onChange(images.map((image, i) => (i === at ? { ...image, ...changed } : image)));
  return (
    <section className="content-section" aria-label="Photos">
      <h3>Photos</h3>
      <p className="hint">Partners receive the photos in this order. The addresses must be public.</p>
      <ol className="photos">
        {images.map((image, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the user edits the address, so a photo has no other identity
          <li key={at}>
            <Thumbnail url={image.url} />
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
      <div className="row">
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
    </section>
  );
}

/** Browsers load only photos from https addresses. */
function Thumbnail({ url }: { url: string }) {
  const [failed, setFailed] = useState<string>();
  if (!url.startsWith('https://') || failed === url) {
    return <span className="photo-missing">No preview</span>;
  }
  return <img src={url} alt="" loading="lazy" width={96} height={64} onError={() => setFailed(url)} />;
}
