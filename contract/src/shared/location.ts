import { z } from 'zod';
import { loggable } from './loggable.ts';

export const latitude = () => loggable(z.number().min(-90).max(90)).describe('Degrees north.');
export const longitude = () => loggable(z.number().min(-180).max(180)).describe('Degrees east.');

export const location = () => z.strictObject({ latitude: latitude(), longitude: longitude() });
