import { createContext, type ReactNode, useContext, useId } from 'react';
import { Field, Optional } from '../../../components/form.tsx';
import { languageName } from '../../../components/pickers/code-options.ts';
import { DateField } from '../../../components/pickers/date-field.tsx';
import { Select } from '../../../components/pickers/select.tsx';
import { UnitField } from '../../../components/unit-field.tsx';
import { LANGUAGES } from '../../../lib/format/languages.ts';
import {
  cleaned,
  type DocumentDraft,
  type Path,
  pointerOf,
  valueAt,
  withItem,
  withoutItem,
  withValue,
} from './document-draft.ts';
import { FieldAt } from './problem-list.tsx';
import type { FieldWarnings } from './unsold-warnings.ts';

interface DocumentEditor {
  document: DocumentDraft;
  /** What is saved. */
  saved: DocumentDraft;
  problems: readonly { path: string; message: string }[];
  warnings: FieldWarnings;
  change: (next: DocumentDraft) => void;
  roomName: (code: string) => string;
}

export const EditorContext = createContext<DocumentEditor | undefined>(undefined);

export function useEditor() {
  const editor = useContext(EditorContext) as DocumentEditor;
  const { document, change } = editor;
  return {
    ...editor,
    valueAt: (path: Path) => valueAt(document, path),
    isChangedAt: (path: Path) => textAt(document, path) !== textAt(editor.saved, path),
    set: (path: Path, value: unknown) => change(withValue(document, path, value)),
    add: (path: Path, item: unknown) => change(withItem(document, path, item)),
    remove: (path: Path, index: number) => change(withoutItem(document, path, index)),
    problemAt: (path: Path) => editor.problems.find(one => one.path === pointerOf(path))?.message,
    warningsAt: (path: Path) => editor.warnings.get(pointerOf(path)) ?? [],
  };
}

const textAt = (document: DocumentDraft, path: Path) =>
  JSON.stringify(cleaned(valueAt(document, path) ?? []));

interface PathFieldProps {
  path: Path;
  /** Problems name the field by this label. */
  label: string;
  hint?: string;
  isOptional?: boolean;
}

function labelOf(label: string, isOptional = false): ReactNode {
  return isOptional ? <Optional>{label}</Optional> : label;
}

/** Warnings about a field or an item, where the user can act on them. */
export function WarningsAt({ path }: { path: Path }) {
  return useEditor()
    .warningsAt(path)
    .map(text => (
      <span key={text} className="terms-warning">
        {text}
      </span>
    ));
}

interface TextAtProps extends PathFieldProps {
  placeholder?: string;
}

export function TextAt({ path, label, hint, placeholder }: TextAtProps) {
  const { valueAt: read, set, problemAt } = useEditor();
  return (
    <FieldAt path={path} label={label}>
      <Field label={label} hint={hint} problem={problemAt(path)}>
        {control => (
          <input
            {...control}
            autoComplete="off"
            placeholder={placeholder}
            value={String(read(path) ?? '')}
            onChange={event => set(path, event.target.value)}
          />
        )}
      </Field>
    </FieldAt>
  );
}

export function DateAt({ path, label, hint, placeholder }: PathFieldProps & { placeholder: string }) {
  const { valueAt: read, set, problemAt } = useEditor();
  return (
    <FieldAt path={path} label={label}>
      <DateField
        label={label}
        hint={hint}
        placeholder={placeholder}
        problem={problemAt(path)}
        value={String(read(path) ?? '')}
        onChange={value => set(path, value)}
      />
    </FieldAt>
  );
}

/** The hint of a field, with the warnings about it. Undefined if there is nothing to say. */
function useHint(path: Path, hint: string | undefined): ReactNode {
  const { warningsAt } = useEditor();
  if (warningsAt(path).length === 0) return hint;
  return (
    <>
      {hint} <WarningsAt path={path} />
    </>
  );
}

/** An amount or percentage. The server checks its format. */
export function AmountAt({ path, label, hint, isOptional, unit }: PathFieldProps & { unit: string }) {
  const { valueAt: read, set, problemAt } = useEditor();
  const texts = useHint(path, hint);
  return (
    <FieldAt path={path} label={label}>
      <UnitField
        label={labelOf(label, isOptional)}
        hint={texts}
        unit={unit}
        problem={problemAt(path)}
        value={String(read(path) ?? '')}
        onChange={value => set(path, value)}
      />
    </FieldAt>
  );
}

export function NumberAt({ path, label, hint, isOptional, max = 20 }: PathFieldProps & { max?: number }) {
  const { valueAt: read, set, problemAt } = useEditor();
  const texts = useHint(path, hint);
  return (
    <FieldAt path={path} label={label}>
      <Field label={labelOf(label, isOptional)} hint={texts} problem={problemAt(path)}>
        {control => (
          <input
            {...control}
            type="number"
            min={0}
            max={max}
            value={String(read(path) ?? '')}
            onChange={({ target }) => set(path, target.value === '' ? undefined : Number(target.value))}
          />
        )}
      </Field>
    </FieldAt>
  );
}

type Options = readonly (readonly [value: string, label: string])[];

export function ChoiceAt({ path, label, hint, options }: PathFieldProps & { options: Options }) {
  const { valueAt: read, set, problemAt } = useEditor();
  return (
    <FieldAt path={path} label={label}>
      <Field label={label} hint={hint} problem={problemAt(path)}>
        {control => (
          <Select
            {...control}
            value={String(read(path) ?? '')}
            options={options}
            onChange={value => set(path, value)}
          />
        )}
      </Field>
    </FieldAt>
  );
}

interface PlainChoiceProps {
  label: string;
  value: string;
  options: Options;
  onChange: (value: string) => void;
}

/** A choice that decides which other fields exist, so that it has no value of its own. */
export function PlainChoice({ label, value, options, onChange }: PlainChoiceProps) {
  return (
    <Field label={label}>
      {control => <Select {...control} value={value} options={options} onChange={onChange} />}
    </Field>
  );
}

export function FlagAt({ path, label, initially = false }: PathFieldProps & { initially?: boolean }) {
  const { valueAt: read, set } = useEditor();
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={(read(path) as boolean | undefined) ?? initially}
        onChange={event => set(path, event.target.checked)}
      />
      {label}
    </label>
  );
}

export function CodesAt({ path, label, options }: PathFieldProps & { options: Options }) {
  const { valueAt: read, set, problemAt } = useEditor();
  const chosen = (read(path) as string[] | undefined) ?? [];
  const problem = problemAt(path);
  return (
    <FieldAt path={path} label={label}>
      <fieldset className="codes">
        <legend>{label}</legend>
        {options.map(([code, name]) => (
          <label key={code} className="check">
            <input
              type="checkbox"
              checked={chosen.includes(code)}
              onChange={({ target }) =>
                set(path, target.checked ? [...chosen, code] : chosen.filter(one => one !== code))
              }
            />
            {name}
          </label>
        ))}
        {problem && <span className="problem">{problem}</span>}
      </fieldset>
    </FieldAt>
  );
}

/** A table of names by language, such as `{ en: 'Flexible', es: 'Flexible' }`. */
export function NamesAt({ path, label }: PathFieldProps) {
  const { valueAt: read } = useEditor();
  const names = (read(path) as Record<string, string> | undefined) ?? {};
  return Object.keys(names).map(tag => (
    <TextAt key={tag} path={[...path, tag]} label={`${label} in ${languageName(tag)}`} />
  ));
}

/** Adds an empty name in another language to the table of names. */
export function AddLanguageAt({ path }: { path: Path }) {
  const { valueAt: read, set } = useEditor();
  const taken = Object.keys((read(path) as Record<string, string> | undefined) ?? {});
  return (
    <Field label="Add a language">
      {control => (
        <Select
          {...control}
          value=""
          options={LANGUAGES.filter(([tag]) => !taken.includes(tag))}
          onChange={tag => set([...path, tag], '')}
        />
      )}
    </Field>
  );
}

const PENALTIES = [
  ['percent', '% of the price'],
  ['nights', 'Nights'],
  ['amount', 'Amount per room'],
] as const;

export function PenaltyAt({ path, label }: PathFieldProps) {
  const { document, valueAt: read, set, problemAt } = useEditor();
  const value = (read(path) as Record<string, string | number> | undefined) ?? {};
  const kind = PENALTIES.find(([name]) => name in value)?.[0] ?? 'percent';
  return (
    <FieldAt path={path} label={label}>
      <PlainChoice
        label={`${label} type`}
        value={kind}
        options={PENALTIES}
        onChange={next => set(path, { [next]: next === 'nights' ? 1 : '' })}
      />
      {kind === 'nights' ? (
        <NumberAt path={[...path, kind]} label={label} max={30} />
      ) : (
        <AmountAt path={[...path, kind]} label={label} unit={kind === 'percent' ? '%' : document.currency} />
      )}
      {problemAt(path) && <span className="problem">{problemAt(path)}</span>}
    </FieldAt>
  );
}

interface FieldGroupProps {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

/** Fields that belong together, in two columns beside a heading. */
export function FieldGroup({ title, action, children }: FieldGroupProps) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot place a button beside its heading
    <div className="terms-group" role="group" aria-labelledby={id}>
      <div className="terms-group-head">
        <h3 id={id}>{title}</h3>
        {action}
      </div>
      <div className="terms-fields">{children}</div>
    </div>
  );
}

/** Fields that are rarely changed. Closed at first. */
export function FoldedFields({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="terms-fold">
      <summary>{title}</summary>
      <div className="terms-fields">{children}</div>
    </details>
  );
}
