import type { Insertable, RawBuilder, Selectable, SqlBool } from 'kysely'
import type { SegmentBox } from '@/domain/segments/segment-line'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import { toSqlBool } from '@/store/db/schema/columns'
import type { RankedSegmentsTable } from '@/store/db/schema/tables.gen'
import { anyOf, countRows, listPage, type Page, type PageRequest } from '@/store/db/sql'

export type RankedSegmentRow = Selectable<RankedSegmentsTable>

/** Columns of a segment without its line, which may be long. */
export const LISTED_COLUMNS = [
  ...(['id', 'short_id', 'user_id', 'name', 'sport_id', 'sport_group', 'visibility'] as const),
  ...(['is_recorded', 'is_hidden', 'length', 'ascent', 'grade', 'created_at'] as const),
]

export type ListedSegment = Pick<RankedSegmentRow, (typeof LISTED_COLUMNS)[number]>

/** Finds a segment that satisfies a condition on `ranked_segments`. */
export const findVisibleSegment = (
  db: Db,
  shortId: string,
  condition: RawBuilder<SqlBool>,
): Promise<RankedSegmentRow | undefined> =>
  db
    .selectFrom('ranked_segments')
    .selectAll()
    .where('short_id', '=', shortId)
    .where(condition)
    .executeTakeFirst()

/** One page of a user's segments, newest first, or only those of a group of sports. */
export function listSegmentsOfUser(
  db: Db,
  { userId, sportGroup }: { userId: number; sportGroup?: string | undefined },
  page: PageRequest,
): Promise<Page<ListedSegment>> {
  const own = db.selectFrom('ranked_segments').where('user_id', '=', userId)
  return listPage(
    sportGroup === undefined ? own : own.where('sport_group', '=', sportGroup),
    page,
    (rows) => rows.select(LISTED_COLUMNS).orderBy('id', 'desc'),
  )
}

export const countSegmentsOfUser = (db: Db, userId: number): Promise<number> =>
  countRows(db.selectFrom('ranked_segments').where('user_id', '=', userId))

/** All segments of a user with their lines, oldest first. */
export const listWholeSegments = (db: Db, userId: number): Promise<RankedSegmentRow[]> =>
  db.selectFrom('ranked_segments').selectAll().where('user_id', '=', userId).orderBy('id').execute()

/** Segments with their lines, by their ids. */
export const loadWholeSegments = (db: Db, ids: readonly number[]): Promise<RankedSegmentRow[]> =>
  db.selectFrom('ranked_segments').selectAll().where('id', 'in', anyOf(ids)).execute()

/** A segment with its box in the index; all sides are null if the index lacks it. */
type BoxedSegment = RankedSegmentRow & { [Side in keyof SegmentBox]: number | null }

/** Segments after an id, ordered by id. */
export const listSegmentsAfter = (db: Db, after: number, limit: number): Promise<BoxedSegment[]> =>
  db
    .selectFrom('ranked_segments')
    .leftJoin('ranked_segment_boxes as box', 'box.id', 'ranked_segments.id')
    .selectAll('ranked_segments')
    .select(['south', 'west', 'north', 'east'])
    .where('ranked_segments.id', '>', after)
    .orderBy('ranked_segments.id')
    .limit(limit)
    .execute()

/** Stores the box by which a segment is found. */
export async function replaceSegmentBox(db: Tx, id: number, box: SegmentBox): Promise<void> {
  await db.deleteFrom('ranked_segment_boxes').where('id', '=', id).execute()
  await db
    .insertInto('ranked_segment_boxes')
    .values({ id, ...box })
    .execute()
}

/** Stores a segment, which can be searched by place. */
export async function insertRankedSegment(
  db: Tx,
  row: Insertable<RankedSegmentsTable>,
  box: SegmentBox,
): Promise<RankedSegmentRow> {
  const segment = await db
    .insertInto('ranked_segments')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow()
  await replaceSegmentBox(db, segment.id, box)
  return segment
}

/** Updates the columns of a segment that its owner may change. */
export const updateRankedSegment = (
  db: Tx,
  id: number,
  changes: Partial<Pick<RankedSegmentRow, 'name' | 'visibility'>>,
): Promise<RankedSegmentRow> =>
  db
    .updateTable('ranked_segments')
    .set({ id, ...changes })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const deleteRankedSegment = (db: Tx, id: number) =>
  db.deleteFrom('ranked_segments').where('id', '=', id).execute()

/** Finds the id of the owner of the segment with this short id. */
export async function findSegmentOwner(db: Db, shortId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('ranked_segments')
    .select('user_id')
    .where('short_id', '=', shortId)
    .executeTakeFirst()
  return row?.user_id
}

/** Deletes the segments that an import added, with all efforts on them. */
export const deleteImportedSegments = (db: Tx, taskId: number) =>
  db.deleteFrom('ranked_segments').where('import_task_id', '=', taskId).execute()

/** Stores whether others may not see a segment. */
export const setSegmentHidden = (db: Tx, id: number, isHidden: boolean) =>
  db
    .updateTable('ranked_segments')
    .set({ is_hidden: toSqlBool(isHidden) })
    .where('id', '=', id)
    .where('is_hidden', '!=', toSqlBool(isHidden))
    .execute()

/** Stores where a segment starts. */
export const setSegmentStart = (
  db: Tx,
  id: number,
  start: Pick<RankedSegmentRow, 'start_lat' | 'start_lon'>,
) => db.updateTable('ranked_segments').set(start).where('id', '=', id).execute()

/** Whether those who may see a segment also see an effort of its owner on it. */
export async function hasShownEffort(
  db: Db,
  { id, user_id, visibility }: Pick<RankedSegmentRow, 'id' | 'user_id' | 'visibility'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('segment_bests')
    .select('effort_id')
    .where('segment_id', '=', id)
    .where('user_id', '=', user_id)
    .where('audience', '=', visibility)
    .executeTakeFirst()
  return row !== undefined
}

/** Finds a segment that was selected on a workout; undefined if it was drawn. */
export const findRecordedSegment = (
  db: Db,
  { id, userId }: { id: number; userId: number },
): Promise<RankedSegmentRow | undefined> =>
  db
    .selectFrom('ranked_segments')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('is_recorded', '=', 1)
    .executeTakeFirst()
