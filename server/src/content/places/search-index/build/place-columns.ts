/** Places one by one into arrays, in the order they come: as objects, two hundred thousand take more than the index. */
import { PLACE_TYPES } from '@serai/contract/content/place-item.ts';
import type { IndexedPlace } from '../indexed-place.ts';
import { packCode } from '../packed-code.ts';
import { MICRODEGREES } from '../snapshot/index-arrays.ts';
import { Growing } from './growing.ts';

const MAX_AIRPORTS = 3;

/** References to other places are ordinals; `…Ends` says where what belongs to a place ends. */
export class PlaceColumns {
  readonly ids = new Growing(Uint8Array);
  readonly idEnds = new Growing(Uint32Array);
  readonly types: number[] = [];
  readonly countryCodes: number[] = [];
  readonly parents: number[] = [];
  /** As precise as the index keeps them. */
  readonly weights: number[] = [];
  readonly latitudes: number[] = [];
  readonly longitudes: number[] = [];
  readonly iataCodes: number[] = [];
  readonly airports: number[] = [];
  readonly airportMetres: number[] = [];
  readonly airportEnds: number[] = [];
  readonly zones: number[] = [];
  readonly zoneEnds: number[] = [];
  readonly boxes: { place: number; sides: [number, number, number, number] }[] = [];

  get count(): number {
    return this.types.length;
  }

  add(place: IndexedPlace): void {
    if (place.boundingBox) {
      const { south, west, north, east } = place.boundingBox;
      const sides = [micro(south), micro(west), micro(north), micro(east)] as [
        number,
        number,
        number,
        number,
      ];
      this.boxes.push({ place: this.count, sides });
    }
    this.ids.pushText(place.placeId);
    this.idEnds.push(this.ids.length);
    this.types.push(PLACE_TYPES.indexOf(place.type));
    this.countryCodes.push(packCode(place.countryCode));
    this.parents.push(place.parent);
    this.weights.push(Math.fround(place.weight));
    this.latitudes.push(micro(place.latitude));
    this.longitudes.push(micro(place.longitude));
    this.iataCodes.push(place.iataCode ? packCode(place.iataCode) : 0);
    for (const { airport, distanceMetres } of place.airports.slice(0, MAX_AIRPORTS)) {
      this.airports.push(airport);
      this.airportMetres.push(distanceMetres);
    }
    this.airportEnds.push(this.airports.length);
    for (const zone of place.zones) this.zones.push(zone);
    this.zoneEnds.push(this.zones.length);
  }
}

function micro(degrees: number): number {
  return Math.round(degrees * MICRODEGREES);
}
