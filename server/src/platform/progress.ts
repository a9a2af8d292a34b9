/** How far long work has come, for whoever wants to show it. */
export interface Progress {
  /** What is being done; a new title is new work. */
  title: string;
  /** What is counted; absent where only the share says something. */
  unit?: string | undefined;
  done: number;
  /** 0 to 1, where it is known. */
  share?: number | undefined;
}

export type OnProgress = (progress: Progress) => void;
