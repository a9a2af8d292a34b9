import { VOUCHER_LANGUAGES, type VoucherLanguage } from '@serai/contract/booking/voucher-languages.ts';
import type { BoardCode } from '@serai/contract/shared/lodging.ts';

export interface VoucherTexts {
  title: string;
  bookingReference: string;
  yourReference: string;
  hotelConfirmation: string;
  providerReference: string;
  hotel: string;
  phone: string;
  email: string;
  checkIn: string;
  checkOut: string;
  from: string;
  until: string;
  nights: string;
  board: string;
  holder: string;
  room: string;
  guests: string;
  adult: string;
  child: string;
  years: string;
  requests: string;
  requestsNote: string;
  payment: string;
  emergency: string;
  issuedBy: string;
  present: string;
  test: string;
  boards: Readonly<Record<BoardCode, string>>;
}

const TEXTS: Readonly<Record<VoucherLanguage, VoucherTexts>> = {
  en: {
    title: 'Hotel voucher',
    bookingReference: 'Booking reference',
    yourReference: 'Travel agency reference',
    hotelConfirmation: 'Hotel confirmation number',
    providerReference: 'Provider reference',
    hotel: 'Hotel',
    phone: 'Telephone',
    email: 'Email',
    checkIn: 'Check-in',
    checkOut: 'Check-out',
    from: 'from',
    until: 'until',
    nights: 'Nights',
    board: 'Board',
    holder: 'Booked for',
    room: 'Room',
    guests: 'Guests',
    adult: 'Adult',
    child: 'Child',
    years: 'years',
    requests: 'Special requests',
    requestsNote: 'Requests are not guaranteed.',
    payment: 'Payment',
    emergency: 'Help during the stay',
    issuedBy: 'Issued by',
    present: 'Please show this voucher at reception.',
    test: 'TEST BOOKING: no room is reserved.',
    boards: {
      RO: 'Room only',
      SC: 'Self-catering',
      BB: 'Bed and breakfast',
      HB: 'Half board',
      FB: 'Full board',
      AI: 'All inclusive',
    },
  },
  es: {
    title: 'Bono de hotel',
    bookingReference: 'Localizador de la reserva',
    yourReference: 'Referencia de la agencia',
    hotelConfirmation: 'Número de confirmación del hotel',
    providerReference: 'Referencia del proveedor',
    hotel: 'Hotel',
    phone: 'Teléfono',
    email: 'Correo electrónico',
    checkIn: 'Entrada',
    checkOut: 'Salida',
    from: 'desde las',
    until: 'hasta las',
    nights: 'Noches',
    board: 'Régimen',
    holder: 'A nombre de',
    room: 'Habitación',
    guests: 'Huéspedes',
    adult: 'Adulto',
    child: 'Niño',
    years: 'años',
    requests: 'Peticiones especiales',
    requestsNote: 'Las peticiones no están garantizadas.',
    payment: 'Pago',
    emergency: 'Ayuda durante la estancia',
    issuedBy: 'Emitido por',
    present: 'Presente este bono en la recepción.',
    test: 'RESERVA DE PRUEBA: no hay ninguna habitación reservada.',
    boards: {
      RO: 'Solo alojamiento',
      SC: 'Alojamiento con cocina',
      BB: 'Alojamiento y desayuno',
      HB: 'Media pensión',
      FB: 'Pensión completa',
      AI: 'Todo incluido',
    },
  },
  de: {
    title: 'Hotelgutschein',
    bookingReference: 'Buchungsnummer',
    yourReference: 'Referenz des Reisebüros',
    hotelConfirmation: 'Bestätigungsnummer des Hotels',
    providerReference: 'Referenz des Anbieters',
    hotel: 'Hotel',
    phone: 'Telefon',
    email: 'E-Mail',
    checkIn: 'Anreise',
    checkOut: 'Abreise',
    from: 'ab',
    until: 'bis',
    nights: 'Nächte',
    board: 'Verpflegung',
    holder: 'Gebucht für',
    room: 'Zimmer',
    guests: 'Gäste',
    adult: 'Erwachsener',
    child: 'Kind',
    years: 'Jahre',
    requests: 'Besondere Wünsche',
    requestsNote: 'Wünsche können nicht garantiert werden.',
    payment: 'Zahlung',
    emergency: 'Hilfe während des Aufenthalts',
    issuedBy: 'Ausgestellt von',
    present: 'Bitte zeigen Sie diesen Voucher an der Rezeption vor.',
    test: 'TESTBUCHUNG: Es ist kein Zimmer reserviert.',
    boards: {
      RO: 'Nur Übernachtung',
      SC: 'Selbstverpflegung',
      BB: 'Übernachtung mit Frühstück',
      HB: 'Halbpension',
      FB: 'Vollpension',
      AI: 'All inclusive',
    },
  },
  fr: {
    title: 'Bon d’échange hôtel',
    bookingReference: 'Référence de la réservation',
    yourReference: 'Référence de l’agence',
    hotelConfirmation: 'Numéro de confirmation de l’hôtel',
    providerReference: 'Référence du fournisseur',
    hotel: 'Hôtel',
    phone: 'Téléphone',
    email: 'E-mail',
    checkIn: 'Arrivée',
    checkOut: 'Départ',
    from: 'à partir de',
    until: 'jusqu’à',
    nights: 'Nuits',
    board: 'Pension',
    holder: 'Au nom de',
    room: 'Chambre',
    guests: 'Voyageurs',
    adult: 'Adulte',
    child: 'Enfant',
    years: 'ans',
    requests: 'Demandes particulières',
    requestsNote: 'Les demandes ne sont pas garanties.',
    payment: 'Paiement',
    emergency: 'Assistance pendant le séjour',
    issuedBy: 'Émis par',
    present: 'Veuillez présenter ce bon à la réception.',
    test: 'RÉSERVATION DE TEST : aucune chambre n’est réservée.',
    boards: {
      RO: 'Hébergement seul',
      SC: 'Logement avec cuisine',
      BB: 'Petit-déjeuner inclus',
      HB: 'Demi-pension',
      FB: 'Pension complète',
      AI: 'Tout compris',
    },
  },
  it: {
    title: 'Voucher alberghiero',
    bookingReference: 'Riferimento della prenotazione',
    yourReference: 'Riferimento dell’agenzia',
    hotelConfirmation: 'Numero di conferma dell’hotel',
    providerReference: 'Riferimento del fornitore',
    hotel: 'Hotel',
    phone: 'Telefono',
    email: 'E-mail',
    checkIn: 'Arrivo',
    checkOut: 'Partenza',
    from: 'dalle',
    until: 'entro le',
    nights: 'Notti',
    board: 'Trattamento',
    holder: 'A nome di',
    room: 'Camera',
    guests: 'Ospiti',
    adult: 'Adulto',
    child: 'Bambino',
    years: 'anni',
    requests: 'Richieste particolari',
    requestsNote: 'Le richieste non sono garantite.',
    payment: 'Pagamento',
    emergency: 'Assistenza durante il soggiorno',
    issuedBy: 'Emesso da',
    present: 'Si prega di presentare questo voucher alla reception.',
    test: 'PRENOTAZIONE DI PROVA: nessuna camera è riservata.',
    boards: {
      RO: 'Solo pernottamento',
      SC: 'Alloggio con cucina',
      BB: 'Pernottamento e colazione',
      HB: 'Mezza pensione',
      FB: 'Pensione completa',
      AI: 'Tutto incluso',
    },
  },
  pt: {
    title: 'Voucher de hotel',
    bookingReference: 'Referência da reserva',
    yourReference: 'Referência da agência',
    hotelConfirmation: 'Número de confirmação do hotel',
    providerReference: 'Referência do fornecedor',
    hotel: 'Hotel',
    phone: 'Telefone',
    email: 'E-mail',
    checkIn: 'Entrada',
    checkOut: 'Saída',
    from: 'a partir das',
    until: 'até às',
    nights: 'Noites',
    board: 'Regime',
    holder: 'Em nome de',
    room: 'Quarto',
    guests: 'Hóspedes',
    adult: 'Adulto',
    child: 'Criança',
    years: 'anos',
    requests: 'Pedidos especiais',
    requestsNote: 'Os pedidos não são garantidos.',
    payment: 'Pagamento',
    emergency: 'Ajuda durante a estadia',
    issuedBy: 'Emitido por',
    present: 'Apresente este voucher na receção.',
    test: 'RESERVA DE TESTE: nenhum quarto está reservado.',
    boards: {
      RO: 'Só alojamento',
      SC: 'Alojamento com cozinha',
      BB: 'Alojamento e pequeno-almoço',
      HB: 'Meia pensão',
      FB: 'Pensão completa',
      AI: 'Tudo incluído',
    },
  },
};

export function textsIn(language: VoucherLanguage): VoucherTexts {
  return TEXTS[language];
}

/** The language of the labels: the requested one without its region, or English. */
export function labelLanguage(requested: string): VoucherLanguage {
  const primary = requested.toLowerCase().split('-')[0];
  return VOUCHER_LANGUAGES.find(language => language === primary) ?? 'en';
}
