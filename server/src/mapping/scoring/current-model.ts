/**
 * The model in use. A new model file needs a new version. A provider's first run with a new model changes nothing until
 * it is confirmed. Pure.
 */
import modelFile from './model.json' with { type: 'json' };
import { readModel } from './model.ts';

export const CURRENT_MODEL = readModel(modelFile);
