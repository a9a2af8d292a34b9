export interface Progress {
  /** The current step. A new title starts a new step. */
  title: string;
  /** The unit of `done`. Omitted if only the share is meaningful. */
  unit?: string | undefined;
  done: number;
  /** From 0 to 1, if known. */
  share?: number | undefined;
}

export type OnProgress = (progress: Progress) => void;
