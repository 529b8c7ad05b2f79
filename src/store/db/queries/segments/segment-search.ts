import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SegmentBox } from '@/domain/segments/segment-line'
import type { Db } from '@/store/db/connections/open'
import { anyOf } from '@/store/db/sql'
import { LISTED_COLUMNS, type ListedSegment } from './ranked-segments'

/** A side of one of several boxes given as JSON. */
const bound = (side: keyof SegmentBox) => sql`(box.value ->> ${sql.lit(side)})`

/** The start of a segment, in degrees. */
export interface SegmentStart {
  id: number
  start_lat: number
  start_lon: number
}

/**
 * The starts of the segments within any of some boxes of a group of sports, or all, that satisfy a condition on
 * `ranked_segments`. Reads only segments whose lines intersect the boxes.
 */
export async function listSegmentStartsIn(
  db: Db,
  boxes: readonly SegmentBox[],
  { condition, sportGroup }: { condition: RawBuilder<SqlBool>; sportGroup: string | undefined },
): Promise<SegmentStart[]> {
  const { rows } = await sql<SegmentStart>`
    select distinct ranked_segments.id, start_lat, start_lon
    from json_each(${JSON.stringify(boxes.flatMap(withOtherTurn))}) as box
      cross join ranked_segment_boxes as found
      cross join ranked_segments on ranked_segments.id = found.id
    where found.south <= ${bound('north')} and found.north >= ${bound('south')}
      and found.west <= ${bound('east')} and found.east >= ${bound('west')}
      and ${sportGroup === undefined ? sql`true` : sql`sport_group = ${sportGroup}`}
      and ${condition}`.execute(db)
  return rows
}

/** The box of a line that crosses the antimeridian has longitudes above 180 degrees. */
const withOtherTurn = ({ south, west, north, east }: SegmentBox): SegmentBox[] => [
  { south, west, north, east },
  { south, west: west + 360, north, east: east + 360 },
]

/** Segments without their lines, in the order of their ids in the list. */
export async function loadListedSegments(db: Db, ids: readonly number[]): Promise<ListedSegment[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('ranked_segments')
    .select(LISTED_COLUMNS)
    .where('id', 'in', anyOf(ids))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
