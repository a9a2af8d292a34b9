/** Health check of the container: the process is alive on the port that its role uses. */
// biome-ignore lint/style/noProcessEnv: this is not part of the server, and it starts every few seconds
const { SERAI_DASHBOARD_PORT = '8081', SERAI_BACKEND_PORT = '8090' } = process.env;

/** @param {string} port */
const isAlive = port =>
  fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(2_000) }).then(
    response => response.ok,
    () => false,
  );

const results = await Promise.all([SERAI_DASHBOARD_PORT, SERAI_BACKEND_PORT].map(isAlive));
process.exit(results.includes(true) ? 0 : 1);
