/** The data passed between the steps that write hotels. */
import type { CatalogueHotel } from '@serai/contract/catalogue/catalogue-file.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';

export interface CatalogueWrite {
  environment: Environment;
  /** From `writeCatalogue`. */
  changeId: number;
}

/** With the hotel's own id; `mergedInto` is also a hotel id. Each id occurs once in a batch. */
export type IdentifiedHotel = Omit<CatalogueHotel, 'hotelId' | 'mergedInto'> & {
  hotelId: string;
  mergedInto?: string | undefined;
};
