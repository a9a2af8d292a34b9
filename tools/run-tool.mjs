/**
 * The first step of every command. It is parsed before the Node version is checked, so it uses only the syntax of
 * 2019. Commands load newer code with `import()` inside their `main`.
 */

const OLDEST_NODE = 20;

/** A failure whose message is sufficient. It is shown without a stack trace. */
export class ToolError extends Error {}

/**
 * @param {string} version as in `process.versions.node`
 * @returns {string | undefined} what to do if this Node cannot install Serai
 */
export function nodeProblem(version) {
  if (Number(version.split('.')[0]) >= OLDEST_NODE) return undefined;
  return [
    `Serai needs Node ${OLDEST_NODE} or later to start; this is Node ${version}.`,
    "Install a newer one from https://nodejs.org/en/download (or your system's packages) and try again.",
    'Only the first step uses it: the server then runs on the Node that comes with the packages.',
  ].join('\n');
}

/** @param {(args: string[]) => Promise<number>} main returns the exit code */
export function runTool(main) {
  const problem = nodeProblem(process.versions.node);
  if (problem !== undefined) {
    console.error(problem);
    process.exit(1);
  }
  main(process.argv.slice(2)).then(
    code => {
      process.exitCode = code;
    },
    error => {
      console.error(error instanceof ToolError ? error.message : error);
      process.exitCode = 1;
    },
  );
}
