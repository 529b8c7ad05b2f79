import { encodeLineTiles } from '@/domain/explorer/line-tiles'
import { listPassedRegions } from '@/domain/regions/passed-regions'
import { findWorkoutTiles, isUncounted } from '@/store/db/queries/explorer/workout-tiles'
import { isUnlocated, listRegionsOfWorkout } from '@/store/db/queries/regions/workout-regions'
import { compareRows } from '@/store/db/schema/wrong-values'
import { replaceTiles } from '@/use-cases/workouts/explorer/count-tiles'
import { storeRegions } from '@/use-cases/workouts/regions/locate-workouts'
import { columnsOf, type RecordedValues } from './recorded-workout'

/** The explorer tiles of a workout. */
export const explorerTiles: RecordedValues = {
  what: 'explorer tiles',
  columns: columnsOf('workout_tiles', ['workout_id', 'tiles']),
  compare: async (db, { workout: { id }, segments }) => {
    // Not counted yet since the upgrade.
    if (await isUncounted(db, id)) return []
    const stored = await findWorkoutTiles(db, id)
    const tiles = encodeLineTiles(segments.map(({ points }) => points))
    return compareRows({
      ...{ table: 'workout_tiles', key: ['workout_id'] },
      stored: stored ? [{ workout_id: id, tiles: stored }] : [],
      recomputed: tiles ? [{ workout_id: id, tiles }] : [],
    })
  },
  repair: async (tx, { workout, segments }) => {
    const tiles = encodeLineTiles(segments.map(({ points }) => points))
    await replaceTiles(tx, { former: workout, workout }, tiles)
  },
}

const REGION_KEY = ['workout_id', 'country', 'region'] as const

/** The countries and regions of a workout. */
export const regions: RecordedValues = {
  what: 'countries and regions',
  columns: columnsOf('workout_regions', [...REGION_KEY, 'share']),
  compare: async (db, { workout: { id }, segments, loadRegions }) => {
    // The regions have not been found since the upgrade yet.
    if ((await isUnlocated(db, id)) || (await isUncounted(db, id))) return []
    const tiles = encodeLineTiles(segments.map(({ points }) => points))
    const recomputed = tiles ? listPassedRegions(await loadRegions(), tiles) : []
    return compareRows({
      ...{ table: 'workout_regions', key: REGION_KEY },
      stored: await listRegionsOfWorkout(db, id),
      recomputed: recomputed.map((region) => ({ workout_id: id, ...region })),
    })
  },
  repair: async (tx, { workout, segments, loadRegions }) => {
    const tiles = encodeLineTiles(segments.map(({ points }) => points))
    await storeRegions(tx, workout.id, tiles ? listPassedRegions(await loadRegions(), tiles) : [])
  },
}
