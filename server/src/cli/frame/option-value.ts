/**
 * Parses the text of an option into a value of its type. If the text is invalid, throws a usage failure that explains
 * what the option accepts.
 */
import { parseDurationSeconds, parseTime } from '../text/time-text.ts';
import type { OptionSpec } from './command.ts';
import { usageFailure } from './failure.ts';
import { nearest } from './nearest.ts';

/** `label` names the option in messages, for example `--limit` or `<keyId>`. */
export function parseOptionValue(
  spec: OptionSpec,
  texts: readonly string[],
  label: string,
  nowMs: number,
): unknown {
  if (!spec.multiple) return parseOne(spec, texts[0] ?? '', label, nowMs);
  const parts = spec.type === 'setting' || spec.keepsCommas ? texts : splitList(texts);
  if (spec.type === 'choice') return parseChoices(spec.choices, parts, label);
  return parts.map(text => parseOne(spec, text, label, nowMs));
}

function parseOne(spec: OptionSpec, text: string, label: string, nowMs: number): unknown {
  if (text === spec.nullWord) return null;
  switch (spec.type) {
    case 'flag':
      return true;
    case 'switch':
      return parseChoice(['on', 'off'], text, label) === 'on';
    case 'number':
      return parseNumber(spec.fraction === true, text, label);
    case 'choice':
      return parseChoice(spec.choices, text, label);
    case 'time':
      return parseTime(text, label, nowMs, spec.ahead ? 'ahead' : 'back');
    case 'duration':
      return parseDurationSeconds(text, label);
    case 'url':
      return parseUrl(text, label);
    case 'money':
      return parseMoney(text, label);
    case 'setting':
      return parseSetting(text, label);
    case 'json':
      return parseJson(text, label);
    case 'text':
      return spec.upperCase ? text.toUpperCase() : text;
  }
}

function parseNumber(fraction: boolean, text: string, label: string): number {
  if (fraction ? /^-?\d{1,15}(\.\d{1,12})?$/.test(text) : /^\d{1,15}$/.test(text)) return Number(text);
  throw usageFailure(`${label} takes a ${fraction ? 'number' : 'whole number'}, not "${text}".`);
}

/** Upper and lower case are treated as equal. */
function parseChoice(choices: readonly string[], text: string, label: string): string {
  const found = choices.find(choice => choice.toLowerCase() === text.toLowerCase());
  if (found !== undefined) return found;
  const words = choices.map(choice => choice.toLowerCase());
  const meant = nearest(text.toLowerCase(), words);
  const guess = meant === undefined ? '' : ` Did you mean ${meant}?`;
  throw usageFailure(`${label} does not take "${text}".${guess} Use one of: ${words.join(', ')}.`);
}

/** Returns each choice once, in declared order. `booking.*` selects every choice that starts with `booking.`. */
function parseChoices(choices: readonly string[], texts: readonly string[], label: string): string[] {
  const wanted = new Set(
    texts.flatMap(text => {
      const group = text.endsWith('.*') ? choices.filter(choice => choice.startsWith(text.slice(0, -1))) : [];
      return group.length > 0 ? group : [parseChoice(choices, text, label)];
    }),
  );
  return choices.filter(choice => wanted.has(choice));
}

/** Returns the URL without a trailing slash. */
function parseUrl(text: string, label: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw usageFailure(`${label} takes a URL such as http://127.0.0.1:8081, not "${text}".`);
  }
  return url.href.replace(/\/+$/, '');
}

/** The service checks the currency and the number of decimals. */
function parseMoney(text: string, label: string): { amount: string; currency: string } {
  const match = /^(\d{1,12}(?:\.\d{1,3})?)\s?([A-Za-z]{3})$/.exec(text);
  if (match === null) throw usageFailure(`${label} takes an amount such as 12.50EUR, not "${text}".`);
  const [, amount, currency] = match as unknown as [string, string, string];
  return { amount, currency: currency.toUpperCase() };
}

/**
 * Numbers, `true` and `false` are sent with their JSON types. A number that JSON would write differently, such as 1.0,
 * stays a string.
 */
function parseSetting(text: string, label: string): [string, string | number | boolean] {
  const at = text.indexOf('=');
  if (at < 1)
    throw usageFailure(`${label} takes a field and its value, such as timeoutMs=1500, not "${text}".`);
  const value = text.slice(at + 1);
  if (value === 'true' || value === 'false') return [text.slice(0, at), value === 'true'];
  const isNumber = /^-?\d{1,15}(\.\d{1,9})?$/.test(value) && String(Number(value)) === value;
  return [text.slice(0, at), isNumber ? Number(value) : value];
}

function parseJson(text: string, label: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw usageFailure(`${label} takes JSON, not "${text}".`);
  }
}

function splitList(texts: readonly string[]): string[] {
  return texts
    .flatMap(text => text.split(','))
    .map(text => text.trim())
    .filter(text => text !== '');
}
