import type { ElevationSource } from '@/db/columns'
import { availableSource, type ElevationServices } from '@/policy/preferences'
import { decodePoints } from '@/tracks/streams/points-blob'
import type { ServiceSource } from './services'

/** Where the elevations of a recording are to come from. Crosses threads, so it is plain data. */
export type ElevationPlan =
  | { use: 'file' }
  /** All points from a service; `whenMissing`: only if the file lacks the elevation of any, else the file's. */
  | { use: 'service'; source: ServiceSource; whenMissing: boolean }
  /** What a service said earlier, from the workout's stored points. */
  | { use: 'stored'; source: ServiceSource; points: readonly Uint8Array[] }

/** A workout that is measured again: where its elevations came from, and its stored points, segment by segment. */
export interface StoredElevations {
  source: ElevationSource
  points: readonly Uint8Array[]
}

/** For a new recording: the service its user prefers, if it is configured and anything is missing. */
export function planForNew(
  preference: ElevationSource,
  services: ElevationServices,
): ElevationPlan {
  const source = availableSource(preference, services)
  return source === 'file' ? { use: 'file' } : { use: 'service', source, whenMissing: true }
}

/** For a refresh or a change of sport: as they are. */
export const planForRefresh = ({ source, points }: StoredElevations): ElevationPlan =>
  source === 'file' ? { use: 'file' } : { use: 'stored', source, points }

/** For a refresh that may ask a service again: only where something is, or the preferred service is another one. */
export function planForRefreshWithService(
  stored: StoredElevations,
  preference: ElevationSource,
  services: ElevationServices,
): ElevationPlan {
  const source = availableSource(preference, services)
  const complete = source === stored.source && stored.points.every(hasAllElevations)
  return stored.source !== 'file' && (source === 'file' || complete)
    ? planForRefresh(stored)
    : planForNew(preference, services)
}

/** For an explicit choice of a source that is available: all points from it, even if nothing was missing. */
export const planForChoice = (source: ElevationSource): ElevationPlan =>
  source === 'file' ? { use: 'file' } : { use: 'service', source, whenMissing: false }

const hasAllElevations = (points: Uint8Array) => !decodePoints(points).ele.some(Number.isNaN)
