/** Decides whether the data of a read may be used on its own, without the dimming of `Loaded`. Pure. */
import type { CallState } from './use-call.ts';

type Read<Data> = CallState<Data> & { isPrevious: boolean };

/** The data of this input. Undefined while that of another input, such as the other environment, is still shown. */
export function ownData<Data>(read: Read<Data>): Data | undefined {
  return read.state === 'ready' && !read.isPrevious ? read.data : undefined;
}

/** The data of this input, unless it could not be refreshed. Old data says nothing about what fails now. */
export function currentData<Data>(read: Read<Data> & { isOutdated: boolean }): Data | undefined {
  return read.isOutdated ? undefined : ownData(read);
}

/** Whether nothing of this input is loaded yet. */
export function isWaiting(read: Read<unknown>): boolean {
  return read.state === 'waiting' || read.isPrevious;
}
