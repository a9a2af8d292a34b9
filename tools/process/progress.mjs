/**
 * Shows the progress of a slow step. On a terminal, one line counts the elapsed seconds. In a log, one line is written
 * at the start and one at the end, with the duration.
 */

/**
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} task
 * @param {NodeJS.WriteStream} [out]
 * @returns {Promise<T>}
 */
export async function withProgress(what, task, out = process.stderr) {
  const startedMs = performance.now();
  const seconds = () => Math.round((performance.now() - startedMs) / 1000);
  if (!out.isTTY) {
    out.write(`${what} …\n`);
    const result = await task();
    out.write(`${what}: done in ${seconds()} s\n`);
    return result;
  }
  out.write(`${what} …`);
  const ticker = setInterval(() => out.write(`\r\x1b[K${what} … ${seconds()} s`), 1000);
  let ending = 'failed after';
  try {
    const result = await task();
    ending = 'done in';
    return result;
  } finally {
    clearInterval(ticker);
    out.write(`\r\x1b[K${what}: ${ending} ${seconds()} s\n`);
  }
}
