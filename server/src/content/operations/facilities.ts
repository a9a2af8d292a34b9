import { nameIn } from '@serai/contract/content/code-lists.ts';
import { FACILITIES } from '@serai/contract/content/facility-list.ts';
import { facilities as operation } from '@serai/contract/content/list-operations.ts';
import { type Handler, handle } from '../../platform/operations/handler.ts';
import { codeListAnswer } from '../code-list-answer.ts';

const answer = codeListAnswer(language => ({
  facilities: FACILITIES.map(({ code, name, group }) => ({ code, ...nameIn(name, language), group })),
}));

export const facilities: Handler = handle(operation, (_context, { language }) => answer(language));
