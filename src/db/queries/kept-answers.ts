import { type Selectable, sql } from 'kysely'
import type { Db } from '@/db/open'
import { preparedWrite, remembered, type Slots } from '@/db/prepared'
import type { KeptAnswersTable } from '@/db/tables.gen'
import type { Tx } from '@/db/transact'

/** An answer as it is kept: its entity tag, and its body packed by gzip, which is shared and must not be changed. */
export type KeptAnswerRow = Readonly<Pick<Selectable<KeptAnswersTable>, 'etag' | 'body'>>

/** Which answer: about a whole workout, or about one of its segments. */
export interface KeptAnswerKey {
  workoutId: number
  /** Short id. */
  segmentId: string | undefined
  /** What is shown of it, and how. */
  variant: string
}

const ofWorkout = remembered((db, key: Slots<{ workoutId: number; variant: string }>) =>
  db
    .selectFrom('segments')
    .innerJoin('kept_answers', 'kept_answers.segment_id', 'segments.id')
    .select(['etag', 'body'])
    .where('workout_id', '=', key.workoutId)
    .where('segments.position', '=', sql.lit(1))
    .where('variant', '=', key.variant),
)

const ofSegment = remembered(
  (db, key: Slots<{ workoutId: number; segmentId: string; variant: string }>) =>
    db
      .selectFrom('segments')
      .innerJoin('kept_answers', 'kept_answers.segment_id', 'segments.id')
      .select(['etag', 'body'])
      .where('short_id', '=', key.segmentId)
      .where('workout_id', '=', key.workoutId)
      .where('variant', '=', key.variant),
)

export const findKeptAnswer = (
  db: Db,
  { workoutId, segmentId, variant }: KeptAnswerKey,
): Promise<KeptAnswerRow | undefined> =>
  segmentId === undefined
    ? ofWorkout.first(db, { workoutId, variant })
    : ofSegment.first(db, { workoutId, segmentId, variant })

interface NewKeptAnswer extends KeptAnswerRow {
  segment: { id: number; short_id: string }
  variant: string
  size: number
}

const inserting = preparedWrite(
  (db, one: Slots<Omit<NewKeptAnswer, 'segment'> & { id: number; shortId: string }>) => ({
    compile: () =>
      sql`insert into kept_answers (position, segment_id, variant, etag, body)
        select (select coalesce(max(position), 0) from kept_answers) + ${one.size},
          id, ${one.variant}, ${one.etag}, ${one.body}
        from segments where id = ${one.id} and short_id = ${one.shortId}
        on conflict (segment_id, variant) do nothing`.compile(db),
  }),
)

const evicting = preparedWrite((db, { most }: Slots<{ most: number }>) => ({
  compile: () =>
    sql`delete from kept_answers
      where position <= (select max(position) from kept_answers) - ${most}`.compile(db),
}))

/**
 * Keeps an answer with the segment that it is made of, unless that was measured again meanwhile and is another by now.
 * The oldest go that came before the last `most` bytes: no more is kept than that, and what of one answer lies before.
 */
export async function insertKeptAnswer(
  db: Tx,
  { segment, variant, etag, body }: Omit<NewKeptAnswer, 'size'>,
  most: number,
): Promise<void> {
  const { id, short_id: shortId } = segment
  await inserting.run(db, { id, shortId, variant, etag, body, size: body.length })
  await evicting.run(db, { most })
}

/** The next answers that are kept, in their order, for who looks at all of them. */
export const listKeptAnswersAfter = (db: Db, position: number, limit: number) =>
  db
    .selectFrom('kept_answers')
    .select(['position', 'etag', 'body'])
    .where('position', '>', position)
    .orderBy('position')
    .limit(limit)
    .execute()

/** Keeps no answer about a workout any longer: what they are made of has grown. */
export const deleteKeptAnswersOf = (db: Tx, workoutId: number) =>
  db
    .deleteFrom('kept_answers')
    .where('segment_id', 'in', (eb) =>
      eb.selectFrom('segments').select('id').where('workout_id', '=', workoutId),
    )
    .execute()

/** Keeps an answer no longer; it is made again when it is asked for. */
export const deleteKeptAnswer = (db: Tx, position: number) =>
  db.deleteFrom('kept_answers').where('position', '=', position).execute()
