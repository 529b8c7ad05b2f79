/** Ids of custom sports are this number times the id of the sport that they behave like, plus a counter. */
const IDS_PER_SPORT = 10_000

/** Whether an administrator added a sport; the catalogue does not change. */
export const isCustomSport = (sportId: number): boolean => sportId >= IDS_PER_SPORT

/** The ids of custom sports that behave like a sport, both inclusive. */
export const customIdsOf = (sportId: number): { first: number; last: number } => ({
  first: sportId * IDS_PER_SPORT + 1,
  last: sportId * IDS_PER_SPORT + IDS_PER_SPORT - 1,
})

/**
 * Returns the sport of the catalogue that a sport behaves like, which is the sport itself unless it is a custom one.
 * Because the id contains it, facts about custom sports need no query, and are known in the browser, too.
 */
export const baseSportId = (sportId: number): number =>
  isCustomSport(sportId) ? Math.floor(sportId / IDS_PER_SPORT) : sportId
