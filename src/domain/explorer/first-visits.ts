import {
  type BlockTiles,
  decodeBlocks,
  isEmptyBlock,
  type TileBlocks,
  unionOfTiles,
  withoutTiles,
} from './tile-blocks'

/** Identifies a workout among those of its user in chronological order. */
export interface VisitKey {
  workout_date: number
  workout_id: number
}

/** The tiles of a block that a workout visited before any other workout of its user. */
export interface FirstVisit extends VisitKey, BlockTiles {
  block: number
}

/** Changes to the first visits of a user. */
export interface VisitChanges {
  inserted: FirstVisit[]
  /** First visits of later workouts, some of whose tiles the added workout visited earlier. */
  updated: FirstVisit[]
  /** First visits of later workouts, all of whose tiles the added workout visited earlier. */
  deleted: FirstVisit[]
}

const isEarlier = (one: VisitKey, other: VisitKey): boolean =>
  one.workout_date < other.workout_date ||
  (one.workout_date === other.workout_date && one.workout_id < other.workout_id)

/**
 * Returns what changes when a workout is added.
 *
 * @param tiles its tiles, encoded
 * @param known the first visits of other workouts to its blocks
 */
export function addVisits(
  key: VisitKey,
  tiles: Uint8Array,
  known: readonly FirstVisit[],
): VisitChanges {
  const changes: VisitChanges = { inserted: [], updated: [], deleted: [] }
  const byBlock = Map.groupBy(known, ({ block }) => block)
  for (const [block, visited] of decodeBlocks(tiles)) {
    const visits = byBlock.get(block) ?? []
    const added = visits
      .filter((visit) => isEarlier(visit, key))
      .reduce<BlockTiles>((rest, visit) => withoutTiles(rest, visit), visited)
    if (isEmptyBlock(added)) continue
    changes.inserted.push({ block, ...key, ...added })
    for (const visit of visits) removeTiles(visit, added, changes)
  }
  return changes
}

/** Removes tiles from the first visit of another workout. */
function removeTiles(
  visit: FirstVisit,
  added: BlockTiles,
  { updated, deleted }: VisitChanges,
): void {
  const rest = { ...visit, ...withoutTiles(visit, added) }
  if (rest.north === visit.north && rest.south === visit.south) return
  if (isEmptyBlock(rest)) deleted.push(rest)
  else updated.push(rest)
}

/** Counts the tiles of a user's workouts, which must be added in chronological order. */
export class VisitCounter {
  readonly #visited: TileBlocks = new Map()
  readonly visits: FirstVisit[] = []

  add({ workout_date, workout_id }: VisitKey, tiles: Uint8Array): void {
    for (const [block, visited] of decodeBlocks(tiles)) {
      const before = this.#visited.get(block)
      const added = before ? withoutTiles(visited, before) : visited
      if (isEmptyBlock(added)) continue
      this.visits.push({ block, workout_date, workout_id, ...added })
      this.#visited.set(block, before ? unionOfTiles(before, added) : added)
    }
  }
}
