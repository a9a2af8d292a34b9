/** The model in use. A new model file has a new version, and its first run only reports what it would change. Pure. */
import modelFile from './model.json' with { type: 'json' };
import { readModel } from './model.ts';

export const CURRENT_MODEL = readModel(modelFile);
