/** Values of options that several commands take. */
import { ENVIRONMENTS, type Environment } from '@serai/contract/shared/answer.ts';
import { usageFailure } from './failure.ts';

/** The service knows the range. */
export function parseCount(text: string, option: string): number {
  if (!/^\d{1,15}$/.test(text)) throw usageFailure(`${option} takes a whole number; "${text}" is none.`);
  return Number(text);
}

/** Without a slash at its end. */
export function parseUrl(text: string, example: string, option = '--url'): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw usageFailure(`${option} takes an address such as ${example}; "${text}" is none.`);
  }
  return url.href.replace(/\/+$/, '');
}

/** One of these words, whatever its case. */
export function parseWord<Word extends string>(text: string, option: string, words: readonly Word[]): Word {
  const word = words.find(candidate => candidate === text.toUpperCase());
  if (word === undefined) {
    throw usageFailure(`${option} takes no "${text}".`, `Use one of ${words.join(', ').toLowerCase()}.`);
  }
  return word;
}

export function parseEnvironment(text: string): Environment {
  const environment = ENVIRONMENTS.find(name => name === text);
  if (environment === undefined) {
    throw usageFailure(`There is no environment "${text}".`, `Use ${ENVIRONMENTS.join(' or ')}.`);
  }
  return environment;
}

/** Values by comma, by repetition, or both. */
export function splitList(given: readonly string[]): string[] {
  return given
    .flatMap(entry => entry.split(','))
    .map(entry => entry.trim())
    .filter(entry => entry !== '');
}
