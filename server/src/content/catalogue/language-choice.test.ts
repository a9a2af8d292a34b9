import { describe, expect, it } from 'vitest';
import { chooseLanguage, textIn } from './language-choice.ts';

describe('the language that serves the one asked for', () => {
  it.each([
    ['the very one', 'pt-BR', ['en', 'pt', 'pt-BR'], 'pt-BR'],
    ['whatever its case', 'PT-br', ['en', 'pt', 'pt-BR'], 'pt-BR'],
    ['the language without its region', 'pt-BR', ['en', 'pt-PT', 'pt'], 'pt'],
    ['the script without the region', 'zh-Hant-TW', ['zh', 'zh-Hant'], 'zh-Hant'],
    ['another region, the first given', 'pt-BR', ['en', 'pt-PT', 'pt-AO'], 'pt-PT'],
    ['a region for the plain language', 'pt', ['en', 'pt-PT'], 'pt-PT'],
    ['English', 'ja', ['es', 'en'], 'en'],
    ['a variety of English', 'ja', ['es', 'en-GB'], 'en-GB'],
    ['the first given', 'ja', ['es', 'ca'], 'es'],
    ['English where none is asked for', undefined, ['es', 'en'], 'en'],
    ['the first given where none is asked for', undefined, ['es', 'ca'], 'es'],
  ])('is %s', (_, asked, given, chosen) => {
    expect(chooseLanguage(given, asked)).toBe(chosen);
  });

  it('does not take Filipino for Finnish', () => {
    expect(chooseLanguage(['es', 'fil'], 'fi')).toBe('es');
  });

  it('is told with the text', () => {
    expect(textIn({ es: 'Casa', en: 'House' }, 'es-MX')).toEqual({ text: 'Casa', language: 'es' });
    expect(textIn({ es: 'Casa' }, 'fr')).toEqual({ text: 'Casa', language: 'es' });
  });
});
