import type { Database } from '../../../platform/database/connect.ts';

export interface CatalogueVersion {
  /** Tells this database from every other. */
  database: string;
  /** Rises with every change of places. */
  places: number;
  /** Rises with every change of hotels. */
  hotels: number;
}

export async function readCatalogueVersion(db: Database): Promise<CatalogueVersion> {
  const [row] = await db<CatalogueVersion[]>`SELECT database, places, hotels FROM catalogue_version`;
  return row as CatalogueVersion;
}
