import { describe, expect, it } from 'vitest';
import { chooseLanguage, textIn } from './language-choice.ts';

describe('choosing a language', () => {
  it.each([
    ['the requested language', 'pt-BR', ['en', 'pt', 'pt-BR'], 'pt-BR'],
    ['the requested language in any case', 'PT-br', ['en', 'pt', 'pt-BR'], 'pt-BR'],
    ['the requested language without its region', 'pt-BR', ['en', 'pt-PT', 'pt'], 'pt'],
    ['the requested script without its region', 'zh-Hant-TW', ['zh', 'zh-Hant'], 'zh-Hant'],
    ['the first available region of the same language', 'pt-BR', ['en', 'pt-PT', 'pt-AO'], 'pt-PT'],
    ['a regional variety for a language without a region', 'pt', ['en', 'pt-PT'], 'pt-PT'],
    ['English if the requested language is missing', 'ja', ['es', 'en'], 'en'],
    ['a variety of English if the requested language is missing', 'ja', ['es', 'en-GB'], 'en-GB'],
    ['the first available language if English is missing too', 'ja', ['es', 'ca'], 'es'],
    ['English if no language was requested', undefined, ['es', 'en'], 'en'],
    [
      'the first available language if none was requested and English is missing',
      undefined,
      ['es', 'ca'],
      'es',
    ],
  ])('chooseLanguage chooses %s', (_, requested, available, chosen) => {
    expect(chooseLanguage(available, requested)).toBe(chosen);
  });

  it('chooseLanguage does not confuse Filipino with Finnish', () => {
    expect(chooseLanguage(['es', 'fil'], 'fi')).toBe('es');
  });

  it('a text is returned with the language it is actually written in', () => {
    expect(textIn({ es: 'Casa', en: 'House' }, 'es-MX')).toEqual({ text: 'Casa', language: 'es' });
    expect(textIn({ es: 'Casa' }, 'fr')).toEqual({ text: 'Casa', language: 'es' });
  });
});
