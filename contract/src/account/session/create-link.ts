import { z } from 'zod';
import { defineOperatorOperation, ROLES } from '../../operator-operation.ts';
import { choice, instant } from '../../shared/values.ts';

export const createLink = defineOperatorOperation({
  name: 'session/create-link',
  role: 'admin',
  summary: 'Create a one-time link',
  description:
    'Makes a link that signs one person in, once, within 24 hours, with an account of their own or without. It takes the operator token alone: a session cannot make further ones.',
  input: z.strictObject({
    role: choice(ROLES).optional().describe('Role of whoever signs in with it; owner when absent.'),
  }),
  output: z.strictObject({
    url: z.string().describe('The link, shown once. Whoever has it can sign in.'),
    role: choice(ROLES),
    expiresAt: instant(),
  }),
  examples: {
    request: {},
    answer: {
      url: 'http://127.0.0.1:8081/sign-in#<token>',
      role: 'owner',
      expiresAt: '2026-07-03T10:15:00Z',
    },
  },
});
