/** Loaded with `--import`: resolves `@serai/sdk` to the sources in this repository instead of the built package. */
import { registerHooks } from 'node:module';

const SOURCE = new URL('../sdk/src/serai.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, nextResolve) =>
    nextResolve(specifier === '@serai/sdk' ? SOURCE : specifier, context),
});
