import { encodeLineTiles } from '@/domain/explorer/line-tiles'
import {
  BLOCK_COLUMNS,
  type BlockTiles,
  decodeBlocks,
  rowOfBlock,
} from '@/domain/explorer/tile-blocks'
import { VarintReader } from '@/domain/tracks/geometry/varints'
import { decodePoints } from '@/domain/tracks/streams/points-blob'
import type { AppContext } from '@/services/context'
import { listSegmentPoints } from '@/store/db/queries/workouts/segments'
import { countNextTiles } from '@/use-cases/workouts/explorer/count-next-tiles'

/** The tiles of zoom 17 of blocks, as numbers y * 2^17 + x in ascending order. */
export const numbersIn = (blocks: Iterable<[block: number, tiles: BlockTiles]>): number[] =>
  [...blocks]
    .flatMap(([block, tiles]) => {
      const [x, y] = [(block % BLOCK_COLUMNS) * 8, Math.floor(block / BLOCK_COLUMNS) * 8]
      return Array.from({ length: 64 }, (_, i) => [i % 8, Math.floor(i / 8)] as const).flatMap(
        ([column, row]) =>
          (rowOfBlock(tiles, row) >> column) % 2 === 1 ? [(y + row) * 2 ** 17 + x + column] : [],
      )
    })
    .sort((a, b) => a - b)

/** Decodes a response of `GET /api/explorer/tiles` to the columns and rows of tiles. */
export function decodeTilesResponse(bytes: Uint8Array) {
  const reader = new VarintReader(bytes)
  const [version, zoom, count, rows] = [0, 0, 0, 0].map(() => reader.unsigned())
  if (version !== 1) throw new Error(`unknown version ${version}`)
  const tiles: [x: number, y: number][] = []
  let y = 0
  for (let row = 0; row < (rows ?? 0); row++) {
    y += reader.unsigned()
    let x = 0
    for (let run = reader.unsigned(); run > 0; run--) {
      x += reader.unsigned()
      for (const last = x + reader.unsigned(); x <= last; x++) tiles.push([x, y])
    }
  }
  return { zoom, count, tiles, isAtEnd: reader.isAtEnd }
}

/** Counts tiles until there is nothing more to count. */
export async function countAllTiles(ctx: AppContext): Promise<void> {
  while (await countNextTiles(ctx, () => false));
}

/** The tiles of zoom 17 of the recorded points of a workout. */
async function tilesOfPoints({ db }: AppContext, workoutId: number): Promise<number[]> {
  const segments = await listSegmentPoints(db, workoutId)
  const tiles = encodeLineTiles(segments.map(({ points }) => decodePoints(points)))
  return tiles ? numbersIn(decodeBlocks(tiles)) : []
}

/** Computes which workout visited each tile of a zoom level first, workout by workout and tile by tile. */
export async function findFirstVisits(
  ctx: AppContext,
  { userId, zoom }: { userId: number; zoom: number },
): Promise<Map<number, string>> {
  const workouts = await ctx.db
    .selectFrom('workouts')
    .select(['id', 'short_id'])
    .where('user_id', '=', userId)
    .where('suspended_at', 'is', null)
    .where('sport_id', '!=', 13)
    .orderBy('workout_date')
    .orderBy('id')
    .execute()
  const visits = new Map<number, string>()
  const scale = 2 ** (17 - zoom)
  for (const { id, short_id } of workouts)
    for (const number of await tilesOfPoints(ctx, id)) {
      const [x, y] = [number % 2 ** 17, Math.floor(number / 2 ** 17)]
      const tile = Math.floor(y / scale) * 2 ** zoom + Math.floor(x / scale)
      if (!visits.has(tile)) visits.set(tile, short_id)
    }
  return visits
}
