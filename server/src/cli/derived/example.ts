/** Formats the request example of an operation as a command line. Pure. */
import { valueAt } from './explain-issue.ts';
import type { InputBuilder } from './input-builder.ts';
import type { OptionField } from './option-fields.ts';

export function exampleOf(name: string, request: object, { args, fields }: InputBuilder): string {
  const words = args.map(({ source, name: arg }) => {
    const value: unknown = source && valueAt(request, source.path);
    return source === undefined || value === undefined ? `<${arg}>` : quoted(textOf(value, source));
  });
  return ['serai', name, ...words, ...fields.flatMap(field => optionsFor(field, request))].join(' ');
}

function optionsFor(field: OptionField, request: object): string[] {
  const { option, path, spec, word } = field;
  const value: unknown = valueAt(request, path);
  if (value === undefined || (word !== undefined && !(value as string[]).includes(word))) return [];
  if (spec.type === 'flag') return value === false ? [] : [`--${option}`];
  if (spec.type === 'setting') {
    return Object.entries(value as object).map(([key, set]) => `--${option} ${quoted(`${key}=${set}`)}`);
  }
  return [`--${option} ${quoted(textOf(value, field))}`];
}

function textOf(value: unknown, { spec }: OptionField): string {
  if (value === null) return spec.nullWord ?? 'none';
  switch (spec.type) {
    case 'switch':
      return value ? 'on' : 'off';
    case 'money': {
      const { amount, currency } = value as { amount: string; currency: string };
      return `${amount}${currency}`;
    }
    case 'choice':
      return [value].flat().join(',').toLowerCase();
    case 'json':
      return JSON.stringify(value);
    default:
      return [value].flat().join(',');
  }
}

function quoted(text: string): string {
  if (/^[\w.:/@,=+-]+$/.test(text)) return text;
  return text.includes('"') ? `'${text}'` : `"${text}"`;
}
