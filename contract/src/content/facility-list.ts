/**
 * Facilities of hotels and rooms in English and Spanish. New codes may be added. Existing codes are never renamed
 * or removed.
 */
import { codesOf, type ListName } from './code-lists.ts';

export const FACILITY_GROUPS = [
  'GENERAL',
  'INTERNET',
  'WELLNESS',
  'FOOD',
  'FAMILY',
  'BUSINESS',
  'ACCESSIBILITY',
  'PARKING',
  'ROOM',
  'SUSTAINABILITY',
  'SAFETY',
  'PETS',
] as const;
export type FacilityGroup = (typeof FACILITY_GROUPS)[number];

export interface FacilityEntry {
  code: string;
  name: ListName;
  group: FacilityGroup;
}

export const FACILITIES = [
  entry('GENERAL', 'RECEPTION_24H', '24-hour reception', 'Recepción 24 horas'),
  entry('GENERAL', 'LIFT', 'Lift', 'Ascensor'),
  entry('GENERAL', 'LUGGAGE_STORAGE', 'Luggage storage', 'Consigna de equipaje'),
  entry('GENERAL', 'CONCIERGE', 'Concierge', 'Conserjería'),
  entry('GENERAL', 'LAUNDRY', 'Laundry service', 'Lavandería'),
  entry('GENERAL', 'AIRPORT_SHUTTLE', 'Airport shuttle', 'Traslado al aeropuerto'),
  entry('GENERAL', 'GARDEN', 'Garden', 'Jardín'),
  entry('GENERAL', 'TERRACE', 'Terrace', 'Terraza'),
  entry('GENERAL', 'BEACH_ACCESS', 'Direct beach access', 'Acceso directo a la playa'),
  entry('GENERAL', 'ADULTS_ONLY', 'Adults only', 'Solo adultos'),
  entry('INTERNET', 'WIFI', 'Wi-Fi', 'Wifi'),
  entry('INTERNET', 'WIFI_FREE', 'Free Wi-Fi', 'Wifi gratuito'),
  entry('INTERNET', 'WIRED_INTERNET', 'Wired internet', 'Internet por cable'),
  entry('WELLNESS', 'POOL_OUTDOOR', 'Outdoor pool', 'Piscina exterior'),
  entry('WELLNESS', 'POOL_INDOOR', 'Indoor pool', 'Piscina cubierta'),
  entry('WELLNESS', 'POOL_HEATED', 'Heated pool', 'Piscina climatizada'),
  entry('WELLNESS', 'SPA', 'Spa', 'Spa'),
  entry('WELLNESS', 'SAUNA', 'Sauna', 'Sauna'),
  entry('WELLNESS', 'HOT_TUB', 'Hot tub', 'Bañera de hidromasaje'),
  entry('WELLNESS', 'GYM', 'Gym', 'Gimnasio'),
  entry('WELLNESS', 'MASSAGE', 'Massage', 'Masajes'),
  entry('FOOD', 'RESTAURANT', 'Restaurant', 'Restaurante'),
  entry('FOOD', 'BAR', 'Bar', 'Bar'),
  entry('FOOD', 'POOL_BAR', 'Pool bar', 'Bar en la piscina'),
  entry('FOOD', 'BREAKFAST', 'Breakfast served', 'Servicio de desayuno'),
  entry('FOOD', 'ROOM_SERVICE', 'Room service', 'Servicio de habitaciones'),
  entry('FOOD', 'SPECIAL_DIETS', 'Special diets', 'Dietas especiales'),
  entry('FAMILY', 'KIDS_CLUB', "Children's club", 'Club infantil'),
  entry('FAMILY', 'PLAYGROUND', 'Playground', 'Parque infantil'),
  entry('FAMILY', 'POOL_CHILDREN', "Children's pool", 'Piscina infantil'),
  entry('FAMILY', 'BABYSITTING', 'Babysitting', 'Servicio de canguro'),
  entry('FAMILY', 'COTS', 'Cots on request', 'Cunas bajo petición'),
  entry('BUSINESS', 'MEETING_ROOMS', 'Meeting rooms', 'Salas de reuniones'),
  entry('BUSINESS', 'CONFERENCE_HALL', 'Conference hall', 'Sala de conferencias'),
  entry('BUSINESS', 'BUSINESS_CENTRE', 'Business centre', 'Centro de negocios'),
  entry('ACCESSIBILITY', 'WHEELCHAIR_ACCESS', 'Wheelchair access', 'Acceso para sillas de ruedas'),
  entry('ACCESSIBILITY', 'ACCESSIBLE_ROOMS', 'Accessible rooms', 'Habitaciones adaptadas'),
  entry('ACCESSIBILITY', 'ACCESSIBLE_BATHROOM', 'Accessible bathroom', 'Baño adaptado'),
  entry('ACCESSIBILITY', 'STEP_FREE_ENTRANCE', 'Step-free entrance', 'Entrada sin escalones'),
  entry('ACCESSIBILITY', 'HEARING_LOOP', 'Hearing loop', 'Bucle magnético'),
  entry('PARKING', 'PARKING', 'Car park', 'Aparcamiento'),
  entry('PARKING', 'PARKING_FREE', 'Free parking', 'Aparcamiento gratuito'),
  entry('PARKING', 'PARKING_VALET', 'Valet parking', 'Aparcacoches'),
  entry('PARKING', 'EV_CHARGING', 'Charging for electric cars', 'Carga de coches eléctricos'),
  entry('PARKING', 'BICYCLE_STORAGE', 'Bicycle storage', 'Aparcamiento de bicicletas'),
  entry('ROOM', 'AIR_CONDITIONING', 'Air conditioning', 'Aire acondicionado'),
  entry('ROOM', 'HEATING', 'Heating', 'Calefacción'),
  entry('ROOM', 'PRIVATE_BATHROOM', 'Private bathroom', 'Baño privado'),
  entry('ROOM', 'BATHTUB', 'Bathtub', 'Bañera'),
  entry('ROOM', 'BALCONY', 'Balcony', 'Balcón'),
  entry('ROOM', 'KITCHENETTE', 'Kitchenette', 'Cocina básica'),
  entry('ROOM', 'MINIBAR', 'Minibar', 'Minibar'),
  entry('ROOM', 'COFFEE_MACHINE', 'Coffee machine', 'Cafetera'),
  entry('ROOM', 'TELEVISION', 'Television', 'Televisión'),
  entry('ROOM', 'DESK', 'Desk', 'Escritorio'),
  entry('ROOM', 'SAFE', 'Safe', 'Caja fuerte'),
  entry('ROOM', 'HAIRDRYER', 'Hairdryer', 'Secador de pelo'),
  entry('ROOM', 'NON_SMOKING_ROOM', 'Non-smoking room', 'Habitación para no fumadores'),
  entry('SUSTAINABILITY', 'ECO_CERTIFIED', 'Certified as sustainable', 'Certificado de sostenibilidad'),
  entry('SUSTAINABILITY', 'RENEWABLE_ENERGY', 'Renewable energy', 'Energía renovable'),
  entry('SUSTAINABILITY', 'NO_SINGLE_USE_PLASTIC', 'No single-use plastic', 'Sin plásticos de un solo uso'),
  entry('SAFETY', 'SMOKE_DETECTORS', 'Smoke detectors', 'Detectores de humo'),
  entry('SAFETY', 'FIRE_EXTINGUISHERS', 'Fire extinguishers', 'Extintores'),
  entry('SAFETY', 'SECURITY_24H', '24-hour security', 'Seguridad 24 horas'),
  entry('PETS', 'PETS_ALLOWED', 'Pets allowed', 'Se admiten mascotas'),
  entry('PETS', 'SERVICE_ANIMALS', 'Service animals allowed', 'Se admiten animales de asistencia'),
] as const satisfies readonly FacilityEntry[];

export type FacilityCode = (typeof FACILITIES)[number]['code'];
export const FACILITY_CODES = codesOf(FACILITIES);

function entry<const Code extends string>(group: FacilityGroup, code: Code, en: string, es: string) {
  return { code, name: { en, es }, group };
}
