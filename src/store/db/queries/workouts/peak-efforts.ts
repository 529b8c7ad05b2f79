import { sql } from 'kysely'
import type { EffortKind } from '@/domain/analysis/efforts'
import { type Placeholders, prepared } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import { blockOf, type EffortRow } from './best-efforts'

/** The kind and target of an effort to find in a sport. */
export interface PeakTarget {
  sportId: number
  kind: EffortKind
  /** Metres for `distance`, otherwise seconds. */
  target: number
}

/** The best effort in a sport. */
export interface PeakEffort extends EffortRow {
  sportId: number
}

interface Values {
  userId: number
  wanted: string
}

const MAKING = sql`
  select wanted.value ->> 'sportId' as sportId, found.kind, found.target, found.value, found.start,
    found.elapsed, workouts.short_id, workouts.title, found.workout_date
  from json_each(`

const OF_TARGET = sql`kind = wanted.value ->> 'kind' and target = wanted.value ->> 'target'`

const recent = prepared((db, slot: Placeholders<Values & { from: number; blocks: string }>) => ({
  compile: () =>
    sql<PeakEffort>`${MAKING}${slot.wanted}) as wanted
      join efforts as found on found.kind = wanted.value ->> 'kind'
        and found.target = wanted.value ->> 'target'
        and found.workout_id = (
          select workout_id from efforts
          where user_id = ${slot.userId} and sport_id = wanted.value ->> 'sportId' and ${OF_TARGET}
            and ${blockOf('workout_date')} in (select value from json_each(${slot.blocks}))
            and workout_date >= ${slot.from}
          order by iif(kind = 'distance', value, -value), workout_date limit 1)
      join workouts on workouts.id = found.workout_id
    order by wanted.key`.compile(db),
}))

/** Length of a 60-day block in milliseconds, and the start of the first block relative to the Unix epoch. */
const [BLOCK, FIRST_BLOCK] = [5_184_000_000, 62_208_000_000_000]

/** The best effort for each of these since an instant a few months ago; reads only the efforts of these months. */
export function listRecentPeaks(
  db: Db,
  {
    userId,
    wanted,
    from,
    now,
  }: { userId: number; wanted: PeakTarget[]; from: number; now: number },
): Promise<PeakEffort[]> {
  const [first, last] = [from, now].map((at) => Math.floor((at + FIRST_BLOCK) / BLOCK))
  const blocks = Array.from({ length: (last ?? 0) - (first ?? 0) + 1 }, (_, i) => (first ?? 0) + i)
  return recent.all(db, {
    ...{ userId, from },
    wanted: JSON.stringify(wanted),
    blocks: JSON.stringify(blocks),
  })
}

const highest = prepared((db, slot: Placeholders<Values>) => ({
  compile: () =>
    sql<PeakEffort>`${MAKING}${slot.wanted}) as wanted
      join efforts as found on found.kind = wanted.value ->> 'kind'
        and found.target = wanted.value ->> 'target'
        and found.workout_id = (
          select workout_id from efforts
          where user_id = ${slot.userId} and sport_id = wanted.value ->> 'sportId' and ${OF_TARGET}
          order by value desc, workout_date limit 1)
      join workouts on workouts.id = found.workout_id
    order by wanted.key`.compile(db),
}))

/** The highest value of each of these of all time. */
export const listHighestPeaks = (
  db: Db,
  { userId, wanted }: { userId: number; wanted: PeakTarget[] },
): Promise<PeakEffort[]> => highest.all(db, { userId, wanted: JSON.stringify(wanted) })
