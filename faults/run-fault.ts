import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { VERSION } from '../server/src/version.ts';
import { CannotRun, type Fault, type FaultContext, type Verdict } from './fault.ts';

const RESULTS = fileURLToPath(new URL('results', import.meta.url));
/** Maximum number of violations of a guarantee to print. The report contains all of them. */
const SHOWN = 10;

export interface FaultWish {
  seconds: number | undefined;
  seed: number;
  other: string | undefined;
}

/** Returns whether all guarantees were kept. */
export async function runFault(fault: Fault, wish: FaultWish): Promise<boolean> {
  const startedAt = new Date();
  const folder = join(RESULTS, `${startedAt.toISOString().replace(/[:.]/g, '-')}-${fault.name}`);
  await mkdir(folder, { recursive: true });
  const report = createWriteStream(join(folder, 'report.md'));
  const line = (text: string) => {
    console.log(text);
    report.write(`${text}\n`);
  };
  const seconds = wish.seconds ?? fault.seconds ?? 0;
  const sections: string[] = [];
  const context: FaultContext = {
    ...wish,
    seconds,
    folder,
    say: text => line(`${elapsed(startedAt)} ${text}`),
    note: (title, text) => sections.push(`\n## ${title}\n\n${text.trim()}\n`),
  };
  report.write(
    `# ${fault.name}\n\n${fault.about}\n\n${circumstances(startedAt, { ...wish, seconds })}\n\n\`\`\`\n`,
  );
  console.log(
    `\n${fault.name}: ${fault.about}\nseed ${wish.seed}${seconds > 0 ? `, ${seconds} s` : ''}; ${folder}`,
  );
  const { verdicts, skipped } = await judge(fault, context);
  report.write('```\n');
  for (const section of sections) report.write(section);
  report.write(`\n## Verdicts\n\n${skipped === undefined ? '' : `Not run: ${skipped}\n`}`);
  for (const { guarantee, compared, broken } of verdicts) {
    report.write(`- **${guarantee}: ${broken.length === 0 ? 'held' : 'BROKEN'}** (${compared})\n`);
    for (const sentence of broken) report.write(`  - ${sentence}\n`);
    console.log(`  ${broken.length === 0 ? 'held  ' : 'BROKEN'} ${guarantee}: ${compared}`);
    for (const sentence of broken.slice(0, SHOWN)) console.log(`         ${sentence}`);
    if (broken.length > SHOWN) console.log(`         and ${broken.length - SHOWN} more, in the report`);
  }
  if (skipped !== undefined) console.log(`  left out: ${skipped}`);
  report.end();
  await finished(report);
  return verdicts.every(({ broken }) => broken.length === 0);
}

async function judge(
  fault: Fault,
  context: FaultContext,
): Promise<{ verdicts: readonly Verdict[]; skipped?: string }> {
  try {
    const verdicts = await fault.run(context);
    if (verdicts.length > 0) return { verdicts };
    return { verdicts: [{ guarantee: 'run', compared: 'nothing', broken: ['no guarantee was checked'] }] };
  } catch (error) {
    if (error instanceof CannotRun) return { verdicts: [], skipped: error.message };
    const description = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { verdicts: [{ guarantee: 'run', compared: 'the run itself', broken: [description] }] };
  }
}

function circumstances(startedAt: Date, { seed, seconds, other }: FaultWish): string {
  return [
    `- begun ${startedAt.toISOString()}, Serai ${VERSION}, Node ${process.version}`,
    `- seed ${seed}${seconds ? `, ${seconds} s` : ''}${other ? `, beside ${other}` : ''}`,
    `- ${cpus().length} cores (${cpus()[0]?.model}), ${Math.round(totalmem() / 1e9)} GB, Linux ${release()}`,
  ].join('\n');
}

function elapsed(since: Date): string {
  const seconds = Math.floor((Date.now() - since.getTime()) / 1000);
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}
