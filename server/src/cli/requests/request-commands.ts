import { requestsListCommand } from './list.ts';
import { requestsShowCommand } from './show.ts';

export const REQUEST_COMMANDS = [requestsListCommand, requestsShowCommand];
