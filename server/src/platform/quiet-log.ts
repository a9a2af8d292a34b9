/** A log for work whose lines nobody should see. */
export const quietLog = { info() {}, warn() {}, error() {} };
