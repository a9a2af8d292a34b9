import { z } from 'zod';

export const linkToken = () => z.string().min(1).max(256).describe('The token of the link.');
