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
import { withLanguage, withoutEmpty } from './content-draft.ts';
import { PhotosField, type ServedImages } from './photos-field.tsx';
import { PinMap } from './pin-map.tsx';
import '../../styles/hotel-content.css';

type Content = Output<'hotels/content'>;
type Draft = Pick<Input<'hotels/update-content'>, 'name' | 'description' | 'images' | 'location'>;

interface ContentFormProps {
  content: Content;
  /** The photos that partners receive now. They come from the catalogue while the hotel has none of its own. */
  served: ServedImages;
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
      <PhotosField
        images={draft.images}
        catalogue={content.images.length === 0 ? served : []}
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
