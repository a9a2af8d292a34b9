import { BOARDS, nameIn } from '@serai/contract/content/code-lists.ts';
import { boards as operation } from '@serai/contract/content/list-operations.ts';
import { type Handler, handle } from '../../platform/operations/handler.ts';
import { codeListAnswer } from '../code-list-answer.ts';

const answer = codeListAnswer(language => ({
  boards: BOARDS.map(({ code, name, meals }) => ({ code, ...nameIn(name, language), meals })),
}));

export const boards: Handler = handle(operation, (_context, { language }) => answer(language));
