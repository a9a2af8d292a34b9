/** A grid with cells of one degree, used to find places close to a point. */
const ROWS = 180;
const COLUMNS = 360;
export const CELL_COUNT = ROWS * COLUMNS;

export function cellOf(latitude: number, longitude: number): number {
  const row = Math.min(ROWS - 1, Math.max(0, Math.floor(latitude + 90)));
  const column = ((Math.floor(longitude + 180) % COLUMNS) + COLUMNS) % COLUMNS;
  return row * COLUMNS + column;
}

/** Returns the cell of a point and its eight neighbours, except cells beyond a pole. */
export function cellsAround(latitude: number, longitude: number): number[] {
  const cells: number[] = [];
  for (let dy = -1; dy <= 1; dy++) {
    if (latitude + dy < -90 || latitude + dy > 90) continue;
    for (let dx = -1; dx <= 1; dx++) cells.push(cellOf(latitude + dy, longitude + dx));
  }
  return [...new Set(cells)];
}
