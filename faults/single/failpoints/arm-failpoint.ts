/**
 * Loaded before the program (`NODE_OPTIONS=--import`) to make it act at one of the failpoints in `failpoint.ts`:
 * `FAULTS_FAILPOINT=booking-sent:kill`, `cancel-sent:kill@3` (the third time), `job-taken:stop`,
 * `booking-sent:block=5000`.
 */
import { armFailpoints } from '../../../server/src/platform/failpoints/failpoint.ts';

const wish = /^([a-z-]+):(kill|stop|block)(?:=(\d+))?(?:@(\d+))?$/.exec(process.env.FAULTS_FAILPOINT ?? '');

if (wish) {
  const [, wanted, action, blockMs = '0', at = '1'] = wish;
  let times = 0;
  armFailpoints(place => {
    if (place !== wanted) return;
    times += 1;
    if (times !== Number(at)) return;
    process.stderr.write(`failpoint ${place}: ${action}\n`);
    if (action === 'kill') process.kill(process.pid, 'SIGKILL');
    else if (action === 'stop') process.kill(process.pid, 'SIGSTOP');
    // Blocks the event loop as a long computation would: neither timers nor sockets are served.
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(blockMs));
  });
}
