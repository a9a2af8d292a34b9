/**
 * Long work takes turns, one piece between two looks at the network: whoever comes with a booking waits for one search, not for all
 * that arrived with it, and many small pieces do not look like one that holds everybody up.
 */
let last = Promise.resolve();

export function takeTurn(): Promise<void> {
  last = last.then(() => new Promise(resolve => setImmediate(resolve)));
  return last;
}
