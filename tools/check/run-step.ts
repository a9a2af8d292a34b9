import { spawn } from 'node:child_process';

export interface StepResult {
  name: string;
  ok: boolean;
  seconds: number;
  summary: string;
  /** Shown if the step failed. */
  output: string;
}

export type Outcome = Pick<StepResult, 'ok' | 'summary' | 'output'>;

export async function runStep(name: string, step: () => Promise<Outcome> | Outcome): Promise<StepResult> {
  const startedMs = performance.now();
  const outcome = await step();
  return { name, seconds: (performance.now() - startedMs) / 1000, ...outcome };
}

/** Disables telemetry and update notices. */
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/** Runs a JavaScript or TypeScript program on this Node. */
export function runProgram(file: string, args: string[], cwd: string): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...QUIET };
    const child = spawn(process.execPath, [file, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'], env });
    const chunks: Buffer[] = [];
    child.stdout.on('data', chunk => chunks.push(chunk));
    child.stderr.on('data', chunk => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', code => {
      resolve({ ok: code === 0, summary: '', output: Buffer.concat(chunks).toString().trim() });
    });
  });
}
