import { setImmediate } from 'node:timers/promises'
import { boxOf, type SegmentBox } from '@/domain/segments/segment-line'
import { mapVisibleToAudience } from '@/policy/workout'
import type { Db } from '@/store/db/connections/open'
import { pagesById } from '@/store/db/pages-by-id'
import {
  listSegmentsAfter,
  loadWholeSegments,
  type RankedSegmentRow,
  replaceSegmentBox,
  setSegmentHidden,
  setSegmentStart,
} from '@/store/db/queries/segments/ranked-segments'
import { listEffortsOn, replaceSegmentEfforts } from '@/store/db/queries/segments/segment-efforts'
import { listMatchedSegments } from '@/store/db/queries/segments/unmatched-segments'
import { bestsOnSegments } from '@/store/db/schema/check-segment-bests'
import { fromJson, toSqlBool } from '@/store/db/schema/columns'
import {
  compareRows,
  type DerivedValues,
  WrongRowCounter,
  type WrongValue,
} from '@/store/db/schema/wrong-values'
import { isSegmentHidden } from '@/use-cases/views/hidden-segments'
import { findEffortRows, isComparable } from '@/use-cases/workouts/segments/effort-rows'
import { refreshBestsOn } from '@/use-cases/workouts/segments/queue-matching'
import { columnsOf, type RecordedValues, type RecordedWorkout } from './recorded-workout'
import { roundBox, SIDE_NAMES } from './rounded-box'

/** Segments whose lines are loaded at the same time; a line has up to 2,000 positions. */
const LINES_AT_ONCE = 50

const EFFORT_KEY = ['workout_id', 'segment_id', 'started_at'] as const

/** Yields the segments that a workout has been compared with, in batches, and the efforts that it should have on them. */
async function* findEfforts(db: Db, { workout, segments: recorded }: RecordedWorkout) {
  const ids = await listMatchedSegments(db, workout)
  for (let start = 0; start < ids.length; start += LINES_AT_ONCE) {
    const segmentIds = ids.slice(start, start + LINES_AT_ONCE)
    const comparable = (await loadWholeSegments(db, segmentIds)).filter((segment) =>
      isComparable(segment, workout),
    )
    yield { segmentIds, efforts: await findEffortRows(db, { workout, recorded }, comparable) }
  }
}

/** The efforts of a workout on ranked segments, except those that it has yet to be compared with. */
export const segmentEfforts: RecordedValues = {
  what: 'efforts on segments',
  columns: columnsOf('segment_efforts', [...EFFORT_KEY, 'user_id', 'duration', 'is_hidden']),
  compare: async (db, recorded) => {
    const workoutId = recorded.workout.id
    const wrong: WrongValue[][] = []
    for await (const { segmentIds, efforts } of findEfforts(db, recorded))
      wrong.push(
        ...compareRows({
          ...{ table: 'segment_efforts', key: EFFORT_KEY },
          stored: await listEffortsOn(db, { workoutId, segmentIds }),
          recomputed: [...efforts.values()].flat(),
        }),
      )
    return wrong
  },
  repair: async (tx, recorded) => {
    const { id: workoutId, user_id: userId } = recorded.workout
    for await (const { segmentIds, efforts } of findEfforts(tx, recorded)) {
      for (const segmentId of segmentIds)
        await replaceSegmentEfforts(tx, { segmentId, workoutId }, efforts.get(segmentId) ?? [])
      await refreshBestsOn(tx, segmentIds, userId)
    }
  },
}

/** What follows from the line of a segment and from what its owner hides. */
const segments: DerivedValues = {
  what: 'starts and boxes of segments, and which are hidden',
  columns: [
    ...columnsOf('ranked_segments', ['is_hidden', 'start_lat', 'start_lon']),
    ...columnsOf('ranked_segment_boxes', SIDE_NAMES),
  ],
  find: async (db) => {
    const found = new WrongRowCounter()
    for await (const { wrong } of wrongSegments(db)) for (const row of wrong) found.add(row)
    return found
  },
  repair: async (tx) => {
    for await (const { id, line, isHidden } of wrongSegments(tx)) {
      await setSegmentHidden(tx, id, isHidden)
      await setSegmentStart(tx, id, line.start)
      await replaceSegmentBox(tx, id, line.box)
    }
  },
}

interface WrongSegment {
  id: number
  line: DerivedFromLine
  isHidden: boolean
  wrong: WrongValue[][]
}

interface DerivedFromLine {
  start: Pick<RankedSegmentRow, 'start_lat' | 'start_lon'>
  box: SegmentBox
}

function deriveFromLine({ line }: RankedSegmentRow): DerivedFromLine {
  const positions = fromJson(line)
  const [start_lon = 0, start_lat = 0] = positions[0] ?? []
  return { start: { start_lat, start_lon }, box: boxOf(positions) }
}

async function* wrongSegments(db: Db): AsyncGenerator<WrongSegment> {
  const page = (after: number) => listSegmentsAfter(db, after, LINES_AT_ONCE)
  for await (const rows of pagesById(page)) {
    for (const { south, west, north, east, ...segment } of rows) {
      const { id, is_hidden, start_lat, start_lon } = segment
      const key = ['id']
      const stored = { south, west, north, east }
      const line = deriveFromLine(segment)
      const isHidden = await isSegmentHidden(db, segment)
      const wrong = [
        ...compareRows({
          ...{ table: 'ranked_segments', key, stored: [{ id, is_hidden, start_lat, start_lon }] },
          recomputed: [{ id, is_hidden: toSqlBool(isHidden), ...line.start }],
        }),
        ...compareRows({
          ...{ table: 'ranked_segment_boxes', key, stored: [{ id, ...stored }] },
          recomputed: [{ id, ...roundBox(stored, line.box) }],
        }),
      ]
      if (wrong.length > 0) yield { id, line, isHidden, wrong }
    }
    await setImmediate()
  }
}

/** Values of ranked segments that do not follow from one recording. Whether a segment is hidden depends on best times. */
export const SEGMENT_VALUES: readonly DerivedValues[] = [
  bestsOnSegments(mapVisibleToAudience),
  segments,
]
