/** Runs before every test file. A test then fails if anything reads a response after its buffer was given back. */
import { responseBuffers } from '../src/platform/operations/response-buffers.ts';

responseBuffers.overwritesReturned = true;
