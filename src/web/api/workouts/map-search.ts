/** Query parameters of the map: the first and last year, and sport ids separated by commas. */
export const MAP_PARAMETERS = ['from', 'to', 'sport_ids'] as const

export type MapSearch = { [Name in (typeof MAP_PARAMETERS)[number]]?: string }
