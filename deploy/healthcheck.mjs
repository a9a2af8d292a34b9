/** Whether the process in this container is alive, whichever of its addresses its role has. */
// biome-ignore lint/style/noProcessEnv: no part of the server, and started every few seconds
const { SERAI_DASHBOARD_PORT = '8081', SERAI_BACKEND_PORT = '8090' } = process.env;

/** @param {string} port */
const isAlive = port =>
  fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(2_000) }).then(
    answer => answer.ok,
    () => false,
  );

const answers = await Promise.all([SERAI_DASHBOARD_PORT, SERAI_BACKEND_PORT].map(isAlive));
process.exit(answers.includes(true) ? 0 : 1);
