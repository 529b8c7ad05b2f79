/**
 * Query parameters of the map: the first and last year, sport ids separated by commas, and the zoom level of the visited
 * tiles that are shown.
 */
export const MAP_PARAMETERS = ['from', 'to', 'sport_ids', 'tiles'] as const

export type MapSearch = { [Name in (typeof MAP_PARAMETERS)[number]]?: string }
