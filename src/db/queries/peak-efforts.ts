import { sql } from 'kysely'
import type { EffortKind } from '@/analysis/efforts'
import type { Db } from '@/db/open'
import { prepared, type Slots } from '@/db/prepared'
import { blockOf, type FoundEffort } from './best-efforts'

/** An effort that is asked for in a sport. */
export interface WantedPeak {
  sportId: number
  kind: EffortKind
  /** Metres for `distance`, else seconds. */
  target: number
}

/** What is best, and in which sport. */
export interface PeakEffort extends FoundEffort {
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

const recent = prepared((db, slot: Slots<Values & { from: number; blocks: string }>) => ({
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

/** Milliseconds of the sixty days by which efforts are filed, and before what their numbers begin. */
const [BLOCK, FIRST_BLOCK] = [5_184_000_000, 62_208_000_000_000]

/** The best of each of these since an instant, a few months ago: only the efforts of these months are looked at. */
export function listRecentPeaks(
  db: Db,
  {
    userId,
    wanted,
    from,
    now,
  }: { userId: number; wanted: WantedPeak[]; from: number; now: number },
): Promise<PeakEffort[]> {
  const [first, last] = [from, now].map((at) => Math.floor((at + FIRST_BLOCK) / BLOCK))
  const blocks = Array.from({ length: (last ?? 0) - (first ?? 0) + 1 }, (_, i) => (first ?? 0) + i)
  return recent.all(db, {
    ...{ userId, from },
    wanted: JSON.stringify(wanted),
    blocks: JSON.stringify(blocks),
  })
}

const highest = prepared((db, slot: Slots<Values>) => ({
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

/** The most of each of these that there ever was. */
export const listHighestPeaks = (
  db: Db,
  { userId, wanted }: { userId: number; wanted: WantedPeak[] },
): Promise<PeakEffort[]> => highest.all(db, { userId, wanted: JSON.stringify(wanted) })
