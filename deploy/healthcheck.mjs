/** Whether the process in this container is alive, whichever of its addresses its role has. */
const ports = [8081, 8090];

/** @param {number} port */
const isAlive = port =>
  fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(2_000) }).then(
    answer => answer.ok,
    () => false,
  );

const answers = await Promise.all(ports.map(isAlive));
process.exit(answers.includes(true) ? 0 : 1);
