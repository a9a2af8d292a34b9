/** An SQL fragment with its values. It runs when awaited, or becomes part of the statement that contains it. */
import type postgres from 'postgres';

export type SqlValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | Uint8Array
  | postgres.Parameter
  | Statement
  | readonly SqlValue[];

/** The rows that a statement returned. `count` is the number of rows read or changed. */
export type Rows<R extends readonly object[]> = R & { readonly count: number };

type Run = (statement: Statement) => Promise<Rows<readonly object[]>>;

const UNKNOWN_TYPE = 0;

const origins = new WeakMap<TemplateStringsArray, string>();

export class Statement<R extends readonly object[] = readonly object[]> implements PromiseLike<Rows<R>> {
  readonly #strings: TemplateStringsArray;
  readonly #values: readonly SqlValue[];
  readonly #run: Run;
  #running: Promise<Rows<R>> | undefined;

  constructor(strings: TemplateStringsArray, values: readonly SqlValue[], run: Run) {
    this.#strings = strings;
    this.#values = values;
    this.#run = run;
    if (!origins.has(strings)) origins.set(strings, new Error('statement').stack ?? '');
  }

  /** The location in our source code. Server errors have no useful stack. */
  get origin(): string {
    return origins.get(this.#strings)?.split('\n').slice(3).join('\n') ?? '';
  }

  /** Passes the statement to the driver without sending it. */
  build(sql: postgres.Sql): postgres.PendingQuery<postgres.Row[]> {
    const values = this.#values.map((value, index) => {
      if (value === undefined) {
        throw new TypeError(`Value ${index + 1} is undefined in: ${this.#strings.join('?')}`);
      }
      if (value instanceof Statement) return value.build(sql);
      // The server infers the type. The driver would use the type of the first element for the whole array.
      return Array.isArray(value) ? sql.typed(value, UNKNOWN_TYPE) : value;
    });
    return sql(this.#strings, ...(values as postgres.SerializableParameter[]));
  }

  // biome-ignore lint/suspicious/noThenProperty: awaiting a statement is what runs it
  then<A = Rows<R>, B = never>(
    onRows?: ((rows: Rows<R>) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.#running ??= this.#run(this) as Promise<Rows<R>>;
    return this.#running.then(onRows, onError);
  }

  catch<B>(onError: (error: unknown) => B | PromiseLike<B>): Promise<Rows<R> | B> {
    return this.then(undefined, onError);
  }
}
