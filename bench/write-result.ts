/** Stores the output of a benchmark in docs/performance.md, with the command, the date and the machine. */
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, release, totalmem } from 'node:os';

const PAGE = new URL('../docs/performance.md', import.meta.url);

/** The page contains a start and an end mark for each benchmark. */
export async function writeResult(name: string, output: string): Promise<void> {
  const page = await readFile(PAGE, 'utf8');
  const [start, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from === -1 || to === -1) throw new Error(`docs/performance.md has no section for ${name}`);
  const text = `${start}\n\n${output.trim()}\n\n${circumstances(name)}\n\n`;
  await writeFile(PAGE, page.slice(0, from) + text + page.slice(to));
}

function circumstances(name: string): string {
  const [cpu] = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const day = new Date().toISOString().slice(0, 10);
  const load = loadavg()[2]?.toFixed(1);
  return (
    `\`npm run bench -- ${name}\` on ${day}: ${cpus().length} × ${cpu?.model}, ${gigabytes} GiB, ` +
    `Linux ${release()}, Node ${process.version}; load average of the last 15 minutes ${load}.`
  );
}
