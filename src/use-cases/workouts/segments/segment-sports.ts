import { baseSportId } from '@/domain/reference/base-sport'
import { hasExplorerTiles } from '@/domain/reference/explorer-sports'
import { locomotionOf } from '@/use-cases/workouts/measure/locomotion'

/**
 * Returns the group of sports whose times on a segment are compared: those on foot, with pedals, or swimming, like the
 * limits of plausible efforts; otherwise sports that behave like the same one of the catalogue. Undefined for sports
 * that do not take place on a map.
 */
export const segmentGroupOf = (sportId: number): string | undefined =>
  hasExplorerTiles(sportId) ? (locomotionOf(sportId) ?? `sport ${baseSportId(sportId)}`) : undefined
