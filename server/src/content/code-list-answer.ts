/**
 * Responses of code lists never change while a process runs, so their text and ETag are created once per
 * language.
 */
import { hash } from 'node:crypto';
import { LIST_LANGUAGES, type ListLanguage, listLanguage } from '@serai/contract/content/code-lists.ts';

interface ReadyAnswer {
  json: string;
  etag: string;
}

export function codeListAnswer<T>(
  build: (language: ListLanguage) => T,
): (asked: string | undefined) => ReadyAnswer {
  const answers = new Map(
    LIST_LANGUAGES.map(language => {
      const json = JSON.stringify(build(language));
      return [language, { json, etag: `"${hash('sha256', json, 'base64url').slice(0, 22)}"` }] as const;
    }),
  );
  return asked => answers.get(listLanguage(asked)) as ReadyAnswer;
}
