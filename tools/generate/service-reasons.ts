/** Generates the table in docs/security.md that lists the code with access to the data of all partners. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSources, repositoryRoot } from '../../server/test/architecture/read-sources.ts';
import { replaceServiceReasons, serviceReasons } from '../../server/test/row-security/service-reasons.ts';
import type { GeneratedFile } from './generated-file.ts';

const PAGE = 'docs/security.md';

export const securityPage: readonly GeneratedFile[] = [
  {
    path: PAGE,
    render: async () =>
      replaceServiceReasons(
        await readFile(join(repositoryRoot, PAGE), 'utf8'),
        serviceReasons(readSources()),
      ),
  },
];
