/** What all clients heard: for the checkers every answer about a booking, for the report every failure and how long things took. */
import type { ClientAnswer } from '../../server/test/simulation/clients/client-history.ts';

export interface Failure {
  atMs: number;
  tookMs: number;
  operation: string;
  /** Of the answer, or of the connection. */
  code: string;
  kind: 'failed' | 'lost' | 'unsent';
  url: string;
  /** The fault that was under way. */
  during: string;
  requestId?: string | undefined;
}

export class LoadRecord {
  /** About bookings. */
  readonly answers: ClientAnswer[] = [];
  readonly failures: Failure[] = [];
  readonly refusals = new Map<string, number>();
  readonly #tookMs = new Map<string, number[]>();
  #requests = 0;
  /** Set by whoever plays faults. */
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

  /** Turned away because the machine was overloaded, whatever else was under way. */
  shed(): Failure[] {
    return this.failures.filter(({ code }) => /overloaded/.test(code));
  }

  /** Markdown tables. */
  latencies(): string {
    const rows = [...this.#tookMs].sort().map(([operation, list]) => {
      const sorted = list.toSorted((a, b) => a - b);
      const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
      return `| ${operation} | ${list.length} | ${at(0.5)} | ${at(0.95)} | ${at(0.99)} | ${at(1)} |`;
    });
    return [
      '| operation | answers | p50 ms | p95 | p99 | longest |',
      '|---|---|---|---|---|---|',
      ...rows,
    ].join('\n');
  }

  failuresByMoment(): string {
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
      '| under way | operation | kind | code | times | longest ms |',
      '|---|---|---|---|---|---|',
      ...rows,
    ].join('\n');
  }

  refusalTable(): string {
    const rows = [...this.refusals].sort().map(([name, count]) => `| ${name} | ${count} |`);
    return ['| refused | times |', '|---|---|', ...rows].join('\n');
  }
}
