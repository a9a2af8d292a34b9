export interface DatabaseLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export const quietLog = { info() {}, warn() {}, error() {} } satisfies DatabaseLog;
