/**
 * Collects the observations of all clients: booking responses for the checkers, failures and durations for the
 * report.
 */
import type { ClientAnswer } from '../../server/test/simulation/clients/client-history.ts';

export interface Failure {
  atMs: number;
  tookMs: number;
  operation: string;
  /** The error code of the response or of the connection. */
  code: string;
  kind: 'failed' | 'lost' | 'unsent';
  url: string;
  /** The fault that was active at the time. */
  during: string;
  requestId?: string | undefined;
}

export class LoadRecord {
  readonly answers: ClientAnswer[] = [];
  readonly failures: Failure[] = [];
  readonly refusals = new Map<string, number>();
  readonly #tookMs = new Map<string, number[]>();
  #requests = 0;
  /** The active fault, set by the code that injects faults. */
  during = 'nothing';

  get requests(): number {
    return this.#requests;
  }

  took(operation: string, ms: number): void {
    this.#requests += 1;
    const list = this.#tookMs.get(operation);
    if (list) list.push(ms);
    else this.#tookMs.set(operation, [ms]);
  }

  refuse(operation: string, code: string): void {
    const name = `${operation} ${code}`;
    this.refusals.set(name, (this.refusals.get(name) ?? 0) + 1);
  }

  /** Requests that were rejected because the machine was overloaded, regardless of the active fault. */
  shed(): Failure[] {
    return this.failures.filter(({ code }) => /overloaded/.test(code));
  }

  /** Returns a Markdown table. */
  latencies(): string {
    const rows = [...this.#tookMs].sort().map(([operation, list]) => {
      const sorted = list.toSorted((a, b) => a - b);
      const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
      return `| ${operation} | ${list.length} | ${at(0.5)} | ${at(0.95)} | ${at(0.99)} | ${at(1)} |`;
    });
    return [
      '| operation | responses | p50 ms | p95 | p99 | max |',
      '|---|---|---|---|---|---|',
      ...rows,
    ].join('\n');
  }

  failuresByFault(): string {
    if (this.failures.length === 0) return 'No request failed.';
    const groups = Map.groupBy(
      this.failures,
      ({ during, operation, kind, code }) => `| ${during} | ${operation} | ${kind} | ${code} |`,
    );
    const rows = [...groups].map(([name, list]) => {
      const longestMs = Math.max(...list.map(({ tookMs }) => tookMs));
      return `${name} ${list.length} | ${Math.round(longestMs)} |`;
    });
    return [
      '| fault | operation | kind | code | count | max ms |',
      '|---|---|---|---|---|---|',
      ...rows,
    ].join('\n');
  }

  refusalTable(): string {
    const rows = [...this.refusals].sort().map(([name, count]) => `| ${name} | ${count} |`);
    return ['| rejected | count |', '|---|---|', ...rows].join('\n');
  }
}
