/** A province as Natural Earth lists it. */
export interface ProvinceNames {
  /** ISO 3166-1 alpha-2, or `-1`. */
  iso_a2: string | null
  name: string | null
  /** Code of the former standard FIPS 10-4, which has other provinces than Natural Earth in some countries. */
  fips: string | null
  /** Code of the part of a country. */
  gu_a3: string
}

/** Countries, by ISO 3166-1, of provinces to which Natural Earth gives another one or none. */
const COUNTRIES: Readonly<Record<string, string>> = {
  ...{ Crimea: 'UA', Sevastopol: 'UA', Somaliland: 'SO', 'Northern Cyprus': 'CY' },
  ...{ Dhekelia: 'CY', Akrotiri: 'CY', 'Guantanamo Bay USNB': 'CU' },
  ...{ 'Baykonur lease in Qyzylorda': 'KZ', 'Cocos (Keeling) Islands': 'CC' },
  ...{ 'Christmas Island': 'CX', Svalbard: 'SJ', Guadeloupe: 'GP', Martinique: 'MQ' },
  ...{ 'Guyane française': 'GF', 'La Réunion': 'RE', Mayotte: 'YT' },
  ...{ Bonaire: 'BQ', 'St. Eustatius': 'BQ', Saba: 'BQ' },
}

/** Countries whose provinces Natural Earth splits below the first level, as regions of their parts. */
const PARTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  GB: { ENG: 'England', SCT: 'Scotland', WLS: 'Wales', NIR: 'Northern Ireland' },
}

/** Regions of today that consist of provinces, by the codes of these in FIPS 10-4. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  FR: {
    ...{ FR96: 'Grand Est', FRA4: 'Grand Est', FRB2: 'Grand Est', FR14: 'Corse' },
    ...{ FR97: 'Nouvelle-Aquitaine', FRB1: 'Nouvelle-Aquitaine', FRB7: 'Nouvelle-Aquitaine' },
    ...{ FR98: 'Auvergne-Rhône-Alpes', FRB9: 'Auvergne-Rhône-Alpes' },
    ...{ FR99: 'Normandie', FRA7: 'Normandie', FRA2: 'Bretagne', FRA5: 'Pays de la Loire' },
    ...{ FRA1: 'Bourgogne-Franche-Comté', FRA6: 'Bourgogne-Franche-Comté' },
    ...{ FRA3: 'Centre-Val de Loire', FRA8: 'Île-de-France' },
    ...{ FRA9: 'Occitanie', FRB3: 'Occitanie', FRB4: 'Hauts-de-France', FRB6: 'Hauts-de-France' },
    ...{ FRB8: "Provence-Alpes-Côte d'Azur" },
  },
  IT: {
    ...{ IT01: 'Abruzzo', IT02: 'Basilicata', IT03: 'Calabria', IT04: 'Campania' },
    ...{ IT05: 'Emilia-Romagna', IT06: 'Friuli-Venezia Giulia', IT07: 'Lazio' },
    ...{ IT09: 'Lombardia', IT10: 'Marche', IT11: 'Molise', IT12: 'Piemonte', IT13: 'Puglia' },
    ...{ IT14: 'Sardegna', IT15: 'Sicilia', IT16: 'Toscana', IT17: 'Trentino-Alto Adige' },
    ...{ IT18: 'Umbria', IT19: "Valle d'Aosta", IT20: 'Veneto' },
  },
  ES: {
    ...{ SP07: 'Illes Balears', SP80: 'Andalucía', SP81: 'Aragón', SP84: 'Castilla-La Mancha' },
    ...{ SP85: 'Castilla y León', SP86: 'Cataluña', SP89: 'Comunitat Valenciana' },
    ...{ SP90: 'Extremadura', SP91: 'Galicia', SP94: 'País Vasco' },
  },
}

/** Names of regions that have another name in Natural Earth, or are in another region than their code says. */
const REGIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ES: {
    ...{ Cantabria: 'Cantabria', 'La Rioja': 'La Rioja', Melilla: 'Melilla', Ceuta: 'Ceuta' },
    ...{ 'Santa Cruz de Tenerife': 'Canarias', 'Las Palmas': 'Canarias' },
  },
  IT: { Imperia: 'Liguria', Genova: 'Liguria', Savona: 'Liguria', 'La Spezia': 'Liguria' },
  SE: { Orebro: 'Örebro' },
}

/** Countries whose first level is too small for the precision of the borders. */
const UNDIVIDED: ReadonlySet<string> = new Set([
  ...['AD', 'BB', 'BM', 'GG', 'LI', 'MC', 'ME', 'MT', 'NR', 'SC', 'SG', 'SI', 'SJ', 'SM', 'VA'],
  ...[
    'LV',
    'MK',
    'MH',
    'FM',
    'PW',
    'GD',
    'LC',
    'VC',
    'DM',
    'AG',
    'KN',
    'MV',
    'TC',
    'IM',
    'JE',
    'GP',
    'MQ',
    'GF',
    'RE',
    'YT',
  ],
])

/** Returns the country (ISO 3166-1 alpha-2) and the region of a province; undefined if it is in none. */
export function nameRegion(
  province: ProvinceNames,
): { country: string; region: string } | undefined {
  const name = province.name ?? ''
  const country = COUNTRIES[name] ?? province.iso_a2 ?? ''
  if (!/^[A-Z]{2}$/.test(country)) return undefined
  if (UNDIVIDED.has(country)) return { country, region: '' }
  const region =
    REGIONS[country]?.[name] ??
    PARTS[country]?.[province.gu_a3] ??
    GROUPS[country]?.[province.fips ?? ''] ??
    name
  return { country, region }
}
