import { type Static, Type } from '@sinclair/typebox'
import { formatHttpDate } from '@/lib/time/http-date'
import type { EffortOnSegment, SegmentEffortRow } from '@/store/db/queries/segments/leaderboards'
import type { ListedSegment, RankedSegmentRow } from '@/store/db/queries/segments/ranked-segments'
import { fromJson, fromSqlBool, VISIBILITIES } from '@/store/db/schema/columns'
import { presentSeenUser, type SeenUser, seenUser } from './accounts/compact-user'
import { flag, nullable, number, oneOf, shortId, text, timestamp } from './fields'
import { lineString } from './workouts/workout-map'

export const SEGMENT_NAME = 'Name.'
export const SEGMENT_VISIBILITY = 'Who may see it and its leaderboard.'

/** Groups of sports whose times are compared; other sports only with themselves. */
const GROUPS = ['bicycle', 'foot', 'swimming', 'sport'] as const

const ascent = nullable(number('Metres; null without elevations.'))
const grade = nullable(number('Average grade in per cent; null without elevations.'))
const seconds = 'Elapsed time in seconds, pauses included.'
const length = number('Metres.')

export const listedSegment = Type.Object(
  {
    id: shortId('The segment.'),
    name: text(SEGMENT_NAME),
    owner: text('Username of its owner.'),
    is_own: flag('Whether it belongs to the caller.'),
    sport_id: Type.Integer({ description: 'Sport for which it was created.' }),
    sport_group: oneOf(
      GROUPS,
      'Sports whose workouts are compared with it: all with pedals, all on foot, all swimming, or only `sport_id` and sports that behave like it.',
    ),
    visibility: oneOf(VISIBILITIES, SEGMENT_VISIBILITY),
    is_hidden: flag(
      'Whether only its owner may see it because its line shows a place that they hide.',
    ),
    length,
    ascent,
    grade,
    best: nullable(number('The caller’s fastest elapsed time in seconds; null without efforts.')),
    complete: flag('False while workouts are compared with it in the background.'),
    created_at: timestamp('When its owner created it.'),
  },
  { $id: 'ListedRankedSegment', description: 'A line on which users compare their times.' },
)

export const rankedSegment = Type.Object(
  {
    ...listedSegment.properties,
    geojson: lineString,
    elevations: nullable(
      Type.Array(number('Metres.'), {
        description: 'Of each position of the line; null unless all are known.',
      }),
    ),
  },
  { $id: 'RankedSegment', description: 'A segment with its line, from its start to its end.' },
)

/** A segment as a visitor sees it. */
interface SegmentView<Row> {
  segment: Row
  owner: string
  isOwn: boolean
  best: number | undefined
  isComplete: boolean
}

export const presentListedSegment = ({
  segment,
  owner,
  isOwn,
  best,
  isComplete,
}: SegmentView<ListedSegment>): Static<typeof listedSegment> => ({
  id: segment.short_id,
  name: segment.name,
  owner,
  is_own: isOwn,
  sport_id: segment.sport_id,
  sport_group: GROUPS.find((group) => group === segment.sport_group) ?? 'sport',
  visibility: segment.visibility,
  is_hidden: fromSqlBool(segment.is_hidden),
  length: Math.round(segment.length),
  ascent: segment.ascent,
  grade: segment.grade,
  best: best ?? null,
  complete: isComplete,
  created_at: formatHttpDate(segment.created_at),
})

export function presentSegment(view: SegmentView<RankedSegmentRow>): Static<typeof rankedSegment> {
  const line = fromJson(view.segment.line)
  const elevations = line.flatMap(([, , elevation]) => elevation ?? [])
  return {
    ...presentListedSegment(view),
    geojson: {
      type: 'LineString',
      coordinates: line.map(([longitude, latitude]) => [longitude, latitude]),
    },
    elevations: elevations.length === line.length ? elevations : null,
  }
}

/** A segment in the export of its owner's data. */
export const presentExportedSegment = (segment: RankedSegmentRow) => ({
  id: segment.short_id,
  name: segment.name,
  sport_id: segment.sport_id,
  visibility: segment.visibility,
  positions: fromJson(segment.line),
  length: segment.length,
  // Whether it was selected on a workout, whose end it may show.
  is_recorded: fromSqlBool(segment.is_recorded),
  created_at: formatHttpDate(segment.created_at),
})

const date = nullable(
  timestamp('When the effort began; null if the owner of the workout hides times from the caller.'),
)
const workoutId = shortId('The workout.')

const dateOf = (
  { started_at }: SegmentEffortRow,
  { isTimeHidden }: { isTimeHidden: boolean },
): string | null => (isTimeHidden ? null : formatHttpDate(started_at))

export const rankedEffort = Type.Object(
  {
    rank: Type.Integer({
      minimum: 1,
      description: '1 for the fastest of all that the caller may see.',
    }),
    user: seenUser,
    duration: number(seconds),
    date,
    workout_id: workoutId,
  },
  { $id: 'RankedEffort', description: 'The fastest pass of a user over a segment.' },
)

export const presentRankedEffort = (ranked: {
  rank: number
  user: SeenUser
  effort: SegmentEffortRow
  isTimeHidden: boolean
}): Static<typeof rankedEffort> => ({
  rank: ranked.rank,
  user: presentSeenUser(ranked.user),
  duration: ranked.effort.duration,
  date: dateOf(ranked.effort, ranked),
  workout_id: ranked.effort.workout_short_id,
})

export const segmentEffort = Type.Object(
  {
    duration: number(seconds),
    date: timestamp('When the effort began.'),
    workout_id: workoutId,
    is_best: flag('Whether it is the fastest one of the caller.'),
  },
  { $id: 'SegmentEffort', description: 'A pass of the caller over a segment.' },
)

export const presentSegmentEffort = (
  effort: SegmentEffortRow & { is_best: number },
): Static<typeof segmentEffort> => ({
  duration: effort.duration,
  date: formatHttpDate(effort.started_at),
  workout_id: effort.workout_short_id,
  is_best: effort.is_best === 1,
})

export const effortOnSegment = Type.Object(
  {
    ...{ segment_id: shortId('The segment.'), name: text('Name of the segment.') },
    ...{ length, ascent, grade, duration: number(seconds), date },
    is_best: flag(
      'Whether it is the fastest one of the owner of the workout among those that the caller may see.',
    ),
  },
  { $id: 'EffortOnSegment', description: 'A pass of a workout over a segment.' },
)

export const presentEffortOnSegment = (
  effort: EffortOnSegment,
  hiding: { isTimeHidden: boolean },
): Static<typeof effortOnSegment> => ({
  segment_id: effort.short_id,
  name: effort.name,
  length: Math.round(effort.length),
  ascent: effort.ascent,
  grade: effort.grade,
  duration: effort.duration,
  date: dateOf(effort, hiding),
  is_best: effort.is_best === 1,
})
