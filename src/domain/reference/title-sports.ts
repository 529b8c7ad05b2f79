import { baseSportId } from './base-sport'
import { isSwimming } from './swimming'

/** What titles call workouts of similar sports. */
export type TitleSport = 'ride' | 'run' | 'walk' | 'hike' | 'swim' | 'ski' | 'boat' | 'other'

const BY_SPORT: ReadonlyMap<number, TitleSport> = new Map([
  ...sportsOf('ride', [1, 2, 4, 7, 17, 21, 1207, 1208, 1209]),
  ...sportsOf('run', [5, 8]),
  ...sportsOf('walk', [6]),
  ...sportsOf('hike', [3, 12, 14]),
  ...sportsOf('ski', [9, 10, 1205, 1206]),
  ...sportsOf('boat', [11, 19, 20, 23, 26, 27, 1211]),
])

function sportsOf(kind: TitleSport, ids: readonly number[]): [number, TitleSport][] {
  return ids.map((id) => [id, kind])
}

/** Returns what the title of a workout calls it. */
export const titleSportOf = (sportId: number): TitleSport =>
  isSwimming(sportId) ? 'swim' : (BY_SPORT.get(baseSportId(sportId)) ?? 'other')
