/** What the conformance suite needs of a supplier. For tests alone. */
import type { ManualClock } from '../../../../test/manual-clock.ts';
import type { SoldHotel, Stay, Supplier } from '../../port/supplier.ts';

export interface SupplierUnderTest {
  supplier: Supplier;
  kind: Supplier['kind'];
  clock: ManualClock;
  /** Another over the same rooms and reservations, as another process has it. */
  twin(): Supplier;
  /** Sold for both stays, with at least twenty rooms of each kind: the suite books and holds. */
  hotel: SoldHotel;
  /** One that this supplier does not sell. */
  unsold: SoldHotel;
  /** One room for two adults, some nights, well ahead. */
  stay: Stay;
  /** Two rooms, different parties, with children. */
  family: Stay;
  /** Whose quotes and holds these are. */
  organisationId: string;
  close(): Promise<void>;
}
