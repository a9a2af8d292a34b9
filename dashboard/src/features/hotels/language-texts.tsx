/** The name and the description of a hotel or a room type, in several languages. */
import { Field, Optional, TextField } from '../../components/form.tsx';
import { languageName } from '../../components/pickers/code-options.ts';
import { Select } from '../../components/pickers/select.tsx';
import { LANGUAGES } from '../../lib/format/languages.ts';
import { withLanguage } from './content-draft.ts';

export interface LocalTexts {
  /** By language tag. */
  name: Record<string, string>;
  description?: Record<string, string> | undefined;
}

interface LanguageTextsProps {
  texts: LocalTexts;
  onChange: (changed: Partial<LocalTexts>) => void;
  /** The message about the field at a path, such as `name/en`. */
  problem: (path: string) => string | undefined;
}

const tagsOf = ({ name, description = {} }: LocalTexts) => [
  ...new Set([...Object.keys(name), ...Object.keys(description)]),
];

export function AddLanguage({ texts, onChange }: Pick<LanguageTextsProps, 'texts' | 'onChange'>) {
  const tags = tagsOf(texts);
  const free = LANGUAGES.filter(([tag]) => !tags.includes(tag));
  return (
    <Field label={<span className="unseen">Add a language</span>}>
      {control => (
        <Select
          {...control}
          value=""
          options={[['', 'Add a language'], ...free]}
          onChange={tag => tag !== '' && onChange({ name: withLanguage(texts.name, tag, '') })}
        />
      )}
    </Field>
  );
}

export function LanguageTexts({ texts, onChange, problem }: LanguageTextsProps) {
  const { name, description = {} } = texts;
  const [first] = tagsOf(texts).filter(tag => (name[tag] ?? '').trim() !== '');
  const isNameless = Object.values(name).every(text => text.trim() === '');
  return (
    <div className="content-languages">
      {tagsOf(texts).map((tag, at) => (
        <div key={tag} className="content-language">
          <TextField
            label={`Name in ${languageName(tag)}`}
            lang={tag}
            // If no language has a name, the message is about all of them.
            problem={problem(`name/${tag}`) ?? (at === 0 && isNameless ? problem('name') : undefined)}
            // Partners receive the first language instead of a missing one.
            placeholder={first === undefined ? undefined : `Uses the ${languageName(first)} name`}
            value={name[tag] ?? ''}
            onChange={text => onChange({ name: withLanguage(name, tag, text) })}
          />
          <Field
            label={<Optional>Description in {languageName(tag)}</Optional>}
            problem={problem(`description/${tag}`)}
          >
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
  );
}
