/** Long work on a backup that ends in order when it is interrupted: killed, it would leave a database server running. */
import type { OnProgress } from '../../platform/progress.ts';
import { CliFailure, EXIT } from '../frame/failure.ts';
import { untilInterrupted } from '../webhooks/listen/until-interrupted.ts';

/** `work` ends with the first progress that it tells after the interruption. */
export function untilStopped<T>(
  given: AbortSignal | undefined,
  onProgress: OnProgress,
  work: (onProgress: OnProgress) => Promise<T>,
): Promise<T> {
  return untilInterrupted(given, async signal => {
    const stoppable: OnProgress = progress => {
      signal.throwIfAborted();
      onProgress(progress);
    };
    try {
      return await work(stoppable);
    } catch (cause) {
      if (!signal.aborted) throw cause;
      throw new CliFailure(EXIT.failed, 'It was interrupted. Nothing was kept.', { cause });
    }
  });
}
