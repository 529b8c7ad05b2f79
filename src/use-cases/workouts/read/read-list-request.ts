import { badRequest, invalidPayload } from '@/lib/errors'
import { parseLocalDay } from '@/lib/time/local-date'
import type {
  NumberRange,
  SortColumn,
  WorkoutFilter,
  WorkoutOrder,
} from '@/store/db/queries/workouts/workout-search'
import { VISIBILITIES, type Visibility } from '@/store/db/schema/columns'
import { type Place, requireCoordinates, requireRadius } from './search-workouts-near'

type RangeKey = 'distance' | 'duration' | 'ave_speed' | 'max_speed' | 'ave_pace' | 'max_pace'

/** Filters and order of a list. The fields are strings so that each can be rejected with its specific message. */
export type WorkoutFilterQuery = Partial<
  Record<
    | 'sport_id'
    | 'title'
    | 'notes'
    | 'description'
    | 'from'
    | 'to'
    | `${RangeKey}_${'from' | 'to'}`
    | 'order'
    | 'order_by'
    | 'equipment_id'
    | 'workout_visibility'
    | 'coordinates'
    | 'radius',
    string
  >
>

/** The parsed query of a list. */
export interface ListRequest {
  filter: Omit<WorkoutFilter, 'userId'>
  /** Only workouts close to a place. */
  near: Place | undefined
  order: WorkoutOrder
}

/**
 * Parses the query of a list. Dates are days in the caller's time zone, and empty values count as absent.
 *
 * @throws 400 with the message for the first malformed value.
 */
export function readListRequest(query: WorkoutFilterQuery, timezone: string): ListRequest {
  // Must be parsed in this order: values with a specific error message before those without.
  const days = readDays(query, timezone, invalidPayload)
  const times = readRanges(query, TIMES)
  const radius = query.coordinates ? requireRadius(query.radius || undefined) : 0
  const visibility = readIfPresent(query.workout_visibility, requireVisibility)
  const sportId = readIfPresent(query.sport_id, requireInteger)
  return {
    filter: {
      sportIds: sportId === undefined ? undefined : [sportId],
      texts: TEXTS.flatMap((column) => {
        const contains = query[column]
        return contains ? [{ column, contains }] : []
      }),
      ...days,
      ranges: [...times, ...readRanges(query, MEASURES)],
      equipment: query.equipment_id === 'none' ? null : query.equipment_id || undefined,
      visibility,
    },
    near: readIfPresent(query.coordinates, (text) => ({ ...requireCoordinates(text), radius })),
    order: {
      column: readIfPresent(query.order_by, requireSortColumn) ?? 'workout_date',
      direction: query.order === 'asc' ? 'asc' : 'desc',
    },
  }
}

/**
 * Parses `from` and `to` of a query to a range of instants.
 *
 * @throws the error of `failure` when a date is malformed.
 */
export function readDays(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  timezone: string,
  failure: () => Error,
) {
  const day = (text: string) => {
    const found = parseLocalDay(text, timezone)
    if (!found) throw failure()
    return found
  }
  return { since: readIfPresent(from, day)?.start, before: readIfPresent(to, day)?.end }
}

const TEXTS = ['title', 'notes', 'description'] as const

/** Parses a value that is present and not empty. */
const readIfPresent = <Value>(text: string | undefined, read: (text: string) => Value) =>
  text === undefined || text === '' ? undefined : read(text)

const NUMBER = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i
const INTEGER = /^\s*[+-]?\d+\s*$/

function requireNumber(text: string): number {
  if (!NUMBER.test(text)) throw invalidPayload()
  return Number(text)
}

function requireInteger(text: string): number {
  if (!INTEGER.test(text)) throw invalidPayload()
  return Number(text)
}

const invalidDuration = () => badRequest('invalid duration')

/** Parses `H:MM` or `HH:MM` to seconds, less than a day. Seconds are allowed but ignored. */
function requireDuration(text: string): number {
  const [, hours, minutes] = /^(\d{1,2}):([0-5]\d)(?::[0-5]\d)?$/.exec(text) ?? []
  if (hours === undefined || Number(hours) > 23) throw invalidDuration()
  return Number(hours) * 3600 + Number(minutes) * 60
}

/** Parses `M:SS` to seconds per kilometre, with any number of minutes. */
function requirePace(text: string): number {
  const [, minutes, seconds] = /^(\d+):([0-5]?\d)$/.exec(text) ?? []
  if (minutes === undefined) throw invalidDuration()
  return Number(minutes) * 60 + Number(seconds)
}

interface Range {
  key: RangeKey
  column: NumberRange['column']
  read: (text: string) => number
}

const TIMES: readonly Range[] = [
  { key: 'duration', column: 'moving', read: requireDuration },
  { key: 'ave_pace', column: 'ave_pace', read: requirePace },
  { key: 'max_pace', column: 'best_pace', read: requirePace },
]
const MEASURES: readonly Range[] = [
  { key: 'distance', column: 'distance', read: requireNumber },
  { key: 'ave_speed', column: 'ave_speed', read: requireNumber },
  { key: 'max_speed', column: 'max_speed', read: requireNumber },
]

const readRanges = (query: WorkoutFilterQuery, ranges: readonly Range[]): NumberRange[] =>
  ranges.map(({ key, column, read }) => ({
    column,
    from: readIfPresent(query[`${key}_from`], read),
    to: readIfPresent(query[`${key}_to`], read),
  }))

function requireVisibility(text: string): Visibility {
  const level = VISIBILITIES.find((one) => one === text)
  if (!level) throw badRequest('invalid value for visibility')
  return level
}

const SORT_COLUMNS: Record<string, SortColumn> = {
  workout_date: 'workout_date',
  distance: 'distance',
  duration: 'moving',
  ave_speed: 'ave_speed',
  max_speed: 'max_speed',
  ave_pace: 'ave_pace',
  best_pace: 'best_pace',
}

function requireSortColumn(name: string): SortColumn {
  const column = Object.hasOwn(SORT_COLUMNS, name) ? SORT_COLUMNS[name] : undefined
  if (!column) throw invalidPayload()
  return column
}
