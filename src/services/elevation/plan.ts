import { decodePoints } from '@/domain/tracks/streams/points-blob'
import { availableSource, type ElevationServices } from '@/policy/preferences'
import type { ElevationSource } from '@/store/db/schema/columns'
import type { ServiceSource } from './services'

/** The source of the elevations of a recording. Plans are passed between processes, so they are plain data. */
export type ElevationPlan =
  | { use: 'file' }
  /**
   * Looks up all points with a service. With `whenMissing`, only if the file lacks the elevation of at least one point.
   */
  | { use: 'service'; source: ServiceSource; whenMissing: boolean }
  /** Uses the elevations in the workout's stored points, which the service provided earlier. */
  | { use: 'stored'; source: ServiceSource; points: readonly Uint8Array[] }

/** The elevations of a workout that is processed again: their source, and its stored points, segment by segment. */
export interface StoredElevations {
  source: ElevationSource
  points: readonly Uint8Array[]
}

/** Plan for a new recording: the service that the user prefers, if it is configured and any elevation is missing. */
export function planForNew(
  preference: ElevationSource,
  services: ElevationServices,
): ElevationPlan {
  const source = availableSource(preference, services)
  return source === 'file' ? { use: 'file' } : { use: 'service', source, whenMissing: true }
}

/** Plan for a refresh or a change of sport: the same elevations as before. */
export const planForRefresh = ({ source, points }: StoredElevations): ElevationPlan =>
  source === 'file' ? { use: 'file' } : { use: 'stored', source, points }

/**
 * Plan for a refresh that may use a service again: only if elevations are missing, or the user prefers another service.
 */
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

/** Plan for an explicit choice of an available source: all points from it, even if no elevation is missing. */
export const planForChoice = (source: ElevationSource): ElevationPlan =>
  source === 'file' ? { use: 'file' } : { use: 'service', source, whenMissing: false }

const hasAllElevations = (points: Uint8Array) => !decodePoints(points).ele.some(Number.isNaN)
