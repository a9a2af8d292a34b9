/**
 * Finds every place in the server that may see the rows of all partners, with its reason. Pure: takes files and returns
 * a table.
 */
import { isTest } from '../architecture/read-sources.ts';

export interface ServiceReason {
  reason: string;
  file: string;
}

/** These files declare the functions, or pass on a reason from a handler or a job kind. */
const PASSED_ON = [
  'server/src/platform/database/connect.ts',
  'server/src/platform/operations/operator/across-organisations.ts',
  'server/src/platform/operations/operator/operator-handler.ts',
  'server/src/platform/jobs/run-job.ts',
];

const USE = /\b(?:asService|acrossOrganisations)\(\s*|\bserviceReason:\s*/g;
const LITERAL = /^(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/;

/** Throws if a reason is not a literal, because it could not be reviewed. */
export function serviceReasons(sources: ReadonlyMap<string, string>): ServiceReason[] {
  const found: ServiceReason[] = [];
  for (const [file, text] of sources) {
    if (!file.startsWith('server/src/') || isTest(file) || PASSED_ON.includes(file)) continue;
    for (const use of text.matchAll(USE)) {
      const rest = text.slice(use.index + use[0].length);
      const [literal, single, double] = LITERAL.exec(rest) ?? [];
      if (literal === undefined)
        throw new Error(`${file}: write the reason of ${use[0].trim()} as a literal`);
      found.push({ reason: (single ?? double ?? '').replaceAll(/\\(.)/g, '$1'), file });
    }
  }
  return found.toSorted((a, b) => (a.file + a.reason < b.file + b.reason ? -1 : 1));
}

const SECTION = /(<!-- service-reasons:begin -->\n)[\s\S]*?(\n<!-- service-reasons:end -->)/;

export function replaceServiceReasons(page: string, reasons: readonly ServiceReason[]): string {
  const rows = reasons.map(({ reason, file }) => `| ${reason} | \`${file.replace('server/src/', '')}\` |`);
  const table = ['| reason | below `server/src/` |', '|---|---|', ...new Set(rows)].join('\n');
  return page.replace(SECTION, (_, begin, end) => `${begin}${table}${end}`);
}

export function withoutServiceReasons(page: string): string {
  return page.replace(SECTION, '');
}
