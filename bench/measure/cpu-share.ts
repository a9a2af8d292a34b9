/** Gives processes a share of a core each, by Linux' control groups. Only the superuser may. */
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Short, so that a process that has used up its share does not look like one that hangs. */
const PERIOD_US = 20_000;
const V1 = '/sys/fs/cgroup/cpu';
const V2 = '/sys/fs/cgroup';

/** Answers how to end it; undefined where it is not allowed. */
export function limitShare(pid: number, share: number): (() => void) | undefined {
  const isV1 = existsSync(join(V1, 'cpu.cfs_quota_us'));
  const parent = isV1 ? V1 : V2;
  const group = join(parent, `serai-bench-${pid}`);
  try {
    mkdirSync(group);
    const quota = Math.round(share * PERIOD_US);
    if (isV1) {
      writeFileSync(join(group, 'cpu.cfs_period_us'), String(PERIOD_US));
      writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quota));
    } else writeFileSync(join(group, 'cpu.max'), `${quota} ${PERIOD_US}`);
    writeFileSync(join(group, 'cgroup.procs'), String(pid));
  } catch {
    return undefined;
  }
  return () => {
    try {
      writeFileSync(join(parent, 'cgroup.procs'), String(pid));
    } catch {
      // It has ended.
    }
    rmdirSync(group);
  };
}
