/** The model in use. A new model file needs a new version. Its first run only reports what it would change. Pure. */
import modelFile from './model.json' with { type: 'json' };
import { readModel } from './model.ts';

export const CURRENT_MODEL = readModel(modelFile);
