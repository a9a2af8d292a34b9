/**
 * Type-checks programs with one version of TypeScript under several settings and prints the errors as JSON.
 *
 *   node compile-with.mjs <path of the package typescript> <folder> <JSON list of { files, options }>
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [library = '', folder = '', programs = '[]'] = process.argv.slice(2);
const ts = createRequire(import.meta.url)(library);
/** The standard library is parsed once for all settings. */
const libraries = new Map();

/** @param {{ files: string[], options: object }} program */
function errorsOf({ files, options: given }) {
  const { options, errors } = ts.convertCompilerOptionsFromJson(
    { strict: true, target: 'es2022', lib: ['es2022', 'dom'], types: [], noEmit: true, ...given },
    folder,
  );
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getCurrentDirectory = () => folder;
  host.getSourceFile = (/** @type {string} */ name, /** @type {unknown[]} */ ...rest) => {
    if (!/\/lib\.[\w.]+\.d\.ts$/.test(name)) return read(name, ...rest);
    if (!libraries.has(name)) libraries.set(name, read(name, ...rest));
    return libraries.get(name);
  };
  const program = ts.createProgram(
    files.map(file => join(folder, file)),
    options,
    host,
  );
  const checked = program
    .getSourceFiles()
    .filter((/** @type {{ fileName: string }} */ each) => !libraries.has(each.fileName));
  const found = [
    ...errors,
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...checked.flatMap((/** @type {unknown} */ source) => [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ]),
  ];
  return found.map(
    (/** @type {any} */ each) =>
      `${each.file?.fileName ?? ''} ${each.start ?? ''}: ${ts.flattenDiagnosticMessageText(each.messageText, ' ')}`,
  );
}

const errors = JSON.parse(programs).flatMap(errorsOf);
process.stdout.write(JSON.stringify({ version: ts.version, errors }));
