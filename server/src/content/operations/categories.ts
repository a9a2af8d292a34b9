import { CATEGORIES, nameIn } from '@serai/contract/content/code-lists.ts';
import { categories as operation } from '@serai/contract/content/list-operations.ts';
import { type Handler, handle } from '../../platform/operations/handler.ts';
import { codeListAnswer } from '../code-list-answer.ts';

const answer = codeListAnswer(language => ({
  categories: CATEGORIES.map(({ code, name, stars, type }) => ({
    code,
    ...nameIn(name, language),
    stars,
    type,
  })),
}));

export const categories: Handler = handle(operation, (_context, { language }) => answer(language));
