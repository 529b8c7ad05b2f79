import { type RawBuilder, type Selectable, type SqlBool as SqlTruth, sql } from 'kysely'
import {
  type Placeholders,
  prepared,
  preparedInsert,
  preparedWrite,
} from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import { type SqlBool, toSqlBool } from '@/store/db/schema/columns'
import type { RoutesTable } from '@/store/db/schema/tables.gen'
import { listPage, type Page, type PageRequest, totalOf } from '@/store/db/sql'
import type { WorkoutRow } from './workouts'

export type RouteRow = Selectable<RoutesTable>

/** The middle of a line (earth-centred, earth-fixed) and its length, in metres. */
export interface RouteMiddle {
  readonly x: number
  readonly y: number
  readonly z: number
  readonly length: number
}

/** The tolerance of a search, in metres: the offset of the middle along each axis, and the range of lengths. */
export interface RouteReach {
  readonly away: number
  readonly shortest: number
  readonly longest: number
}

const near = prepared((db, slot: Placeholders<RouteMiddle & RouteReach & NearQuery>) => ({
  compile: () =>
    sql<RouteRow>`
      select routes.* from route_boxes as found cross join routes on routes.id = found.id
      where found.first_user <= ${slot.userId} and found.last_user >= ${slot.userId}
        and found.least_x <= ${slot.x} + ${slot.away} and found.most_x >= ${slot.x} - ${slot.away}
        and found.least_y <= ${slot.y} + ${slot.away} and found.most_y >= ${slot.y} - ${slot.away}
        and found.least_z <= ${slot.z} + ${slot.away} and found.most_z >= ${slot.z} - ${slot.away}
        and found.shortest <= ${slot.longest} and found.longest >= ${slot.shortest}
      order by abs(found.least_x - ${slot.x}) + abs(found.least_y - ${slot.y})
        + abs(found.least_z - ${slot.z}) + abs(found.shortest - ${slot.length}), routes.id
      limit ${slot.limit}`.compile(db),
}))

interface NearQuery {
  userId: number
  limit: number
}

/** Courses of a user that a line may follow, ordered by how close their middle and length are. */
export const listRoutesNear = (
  db: Db,
  userId: number,
  { middle, reach, limit }: { middle: RouteMiddle; reach: RouteReach; limit: number },
): Promise<RouteRow[]> => near.all(db, { ...middle, ...reach, userId, limit })

/** Creates a course from the line of a workout, without adding the workout to it. Returns its id. */
export function insertRoute(
  db: Tx,
  { id, user_id }: Pick<WorkoutRow, 'id' | 'user_id'>,
  middle: RouteMiddle,
): number {
  const routeId = routeRows.run(db, { user_id, workout_id: id, length: middle.length })
  boxRows.run(db, { id: routeId, first_user: user_id, last_user: user_id, ...boxOf(middle) })
  return routeId
}

const routeRows = preparedInsert('routes')
const boxRows = preparedInsert('route_boxes')

const boxOf = ({ x, y, z, length }: RouteMiddle) => ({
  ...{ least_x: x, most_x: x, least_y: y, most_y: y, least_z: z, most_z: z },
  ...{ shortest: length, longest: length },
})

/** Replaces the line of a course by that of another of its workouts. */
export async function replaceRouteLine(
  db: Tx,
  routeId: number,
  { workoutId, middle }: { workoutId: number; middle: RouteMiddle },
): Promise<void> {
  await db
    .updateTable('routes')
    .set({ workout_id: workoutId, length: middle.length })
    .where('id', '=', routeId)
    .execute()
  await db.updateTable('route_boxes').set(boxOf(middle)).where('id', '=', routeId).execute()
}

/** Courses with their bounding boxes, ordered by id; the sides of a missing box are null. */
export const listBoxedRoutesAfter = (db: Db, after: number, limit: number) =>
  db
    .selectFrom('routes')
    .leftJoin('route_boxes', 'route_boxes.id', 'routes.id')
    .select(['routes.id', 'routes.user_id', 'routes.workout_id', 'routes.length'])
    .select(['first_user', 'last_user', 'least_x', 'most_x', 'least_y', 'most_y'])
    .select(['least_z', 'most_z', 'shortest', 'longest'])
    .where('routes.id', '>', after)
    .orderBy('routes.id')
    .limit(limit)
    .execute()

/** The length and bounding box to store for a course whose line has this middle. */
export const routeRowOf = (userId: number, middle: RouteMiddle) => ({
  length: middle.length,
  ...{ first_user: userId, last_user: userId, ...boxOf(middle) },
})

/** Stores the recomputed length and bounding box of a course. */
export async function repairRoute(
  db: Tx,
  { id, user_id }: Pick<RouteRow, 'id' | 'user_id'>,
  middle: RouteMiddle,
): Promise<void> {
  const { length, ...box } = routeRowOf(user_id, middle)
  await db.updateTable('routes').set({ length }).where('id', '=', id).execute()
  await db.deleteFrom('route_boxes').where('id', '=', id).execute()
  boxRows.run(db, { id, ...box })
}

/** Reverses the direction of all workouts of a course. */
export const reverseRoute = (db: Tx, routeId: number) =>
  db
    .updateTable('route_workouts')
    .set({ is_opposite: sql`1 - is_opposite` })
    .where('route_id', '=', routeId)
    .execute()

/** Adds a workout to a course. */
export function insertRouteWorkout(
  db: Tx,
  { id, sport_id, workout_date }: Pick<WorkoutRow, 'id' | 'sport_id' | 'workout_date'>,
  { routeId, isOpposite }: { routeId: number; isOpposite: boolean },
): void {
  const is_opposite = toSqlBool(isOpposite)
  routeWorkouts.run(db, { workout_id: id, route_id: routeId, is_opposite, sport_id, workout_date })
}

const routeWorkouts = preparedInsert('route_workouts')

/** Updates the sport and date of a workout on a course. */
export const moveRouteWorkout = (
  db: Tx,
  { id, sport_id, workout_date }: Pick<WorkoutRow, 'id' | 'sport_id' | 'workout_date'>,
) =>
  db
    .updateTable('route_workouts')
    .set({ sport_id, workout_date })
    .where('workout_id', '=', id)
    .execute()

/** The course of a workout and its direction. */
export const findRouteOf = (db: Db, workoutId: number) => ofWorkout.first(db, { workoutId })

const ofWorkout = prepared((db, slot: Placeholders<{ workoutId: number }>) =>
  db
    .selectFrom('route_workouts')
    .innerJoin('routes', 'routes.id', 'route_workouts.route_id')
    .selectAll('routes')
    .select('route_workouts.is_opposite')
    .where('route_workouts.workout_id', '=', slot.workoutId),
)

/** The first workout on a course, and the direction of a later one relative to it. */
export interface FirstOnRoute {
  short_id: string
  is_opposite: boolean
}

const firstOnRoute = prepared((db, slot: Placeholders<{ workoutId: number }>) =>
  db
    .selectFrom('route_workouts as own')
    .innerJoin('routes', 'routes.id', 'own.route_id')
    .innerJoin('route_workouts as first', 'first.route_id', 'own.route_id')
    .innerJoin('workouts', 'workouts.id', 'first.workout_id')
    .select(['workouts.short_id', 'first.is_opposite', 'own.is_opposite as is_turned'])
    .where('own.workout_id', '=', slot.workoutId)
    .where('routes.workout_count', '>', 1)
    .orderBy('first.workout_date')
    .orderBy('first.workout_id')
    .limit(1),
)

/** The first workout on the same course as this one; undefined if there is no other. */
export async function findFirstOnRoute(
  db: Db,
  workoutId: number,
): Promise<FirstOnRoute | undefined> {
  const row = await firstOnRoute.first(db, { workoutId })
  return row && { short_id: row.short_id, is_opposite: row.is_opposite !== row.is_turned }
}

/** The latest workout on a course. */
export const findLatestOnRoute = (db: Db, routeId: number) =>
  db
    .selectFrom('route_workouts')
    .select(['workout_id', 'is_opposite'])
    .where('route_id', '=', routeId)
    .orderBy('workout_date', 'desc')
    .orderBy('workout_id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Removes a workout from its course and deletes a course without workouts. */
export const deleteRouteWorkout = (db: Tx, workoutId: number) => leaving.run(db, { workoutId })

const leaving = preparedWrite((db, { workoutId }: Placeholders<{ workoutId: number }>) =>
  db.deleteFrom('route_workouts').where('workout_id', '=', workoutId),
)

/** The newest recorded workouts that have not been assigned to a course yet. */
export const listUnrouted = (db: Db, limit: number) =>
  db
    .selectFrom('workouts')
    .select(['id', 'user_id', 'sport_id', 'workout_date', 'modification_date'])
    .where('is_routed', '=', 0)
    .where('original_file', 'is not', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Selects workouts of a course. */
export interface RouteFilter {
  routeId: number
  /** Whether the workout that the others are compared with runs against the line of the course. */
  isTurned: SqlBool
  sportId: number | undefined
  direction: 'same' | 'opposite' | undefined
  /** Conditions under which the viewer may see a workout. */
  seen: readonly RawBuilder<SqlTruth>[] | undefined
}

const LISTED_COLUMNS = [
  ...(['id', 'user_id', 'short_id', 'title', 'original_file', 'distance', 'duration'] as const),
  ...(['moving', 'ascent', 'descent', 'min_alt', 'max_alt', 'ave_speed', 'ave_pace'] as const),
  'ave_hr' as const,
]

/** A workout on a course. */
export interface OnRoute
  extends Pick<WorkoutRow, (typeof LISTED_COLUMNS)[number] | 'sport_id' | 'workout_date'> {
  is_opposite: SqlBool
}

/** One page of the workouts of a course, newest first, with their directions relative to the given workout. */
export async function listWorkoutsOnRoute(
  db: Db,
  { routeId, isTurned, sportId, direction, seen }: RouteFilter,
  page: PageRequest,
): Promise<Page<OnRoute>> {
  const isOpposite = direction === 'opposite' ? 1 - isTurned : isTurned
  const found = db
    .selectFrom('route_workouts')
    .innerJoin('workouts', 'workouts.id', 'route_workouts.workout_id')
    .where('route_id', '=', routeId)
    .$if(sportId !== undefined, (rows) => rows.where('route_workouts.sport_id', '=', sportId ?? 0))
    .$if(direction !== undefined, (rows) =>
      rows.where('is_opposite', '=', toSqlBool(isOpposite === 1)),
    )
    .$if(seen !== undefined, (rows) => rows.where((eb) => eb.and([...(seen ?? [])])))
  return listPage(found, page, (rows) =>
    rows
      .select(LISTED_COLUMNS.map((name) => `workouts.${name}` as const))
      .select(['route_workouts.sport_id', 'route_workouts.workout_date'])
      .select(sql<SqlBool>`is_opposite <> ${isTurned}`.as('is_opposite'))
      .orderBy('route_workouts.workout_date', 'desc')
      .orderBy('route_workouts.workout_id', 'desc'),
  )
}

/** The place of a workout among all workouts of its sport in its direction on a course. */
export interface CourseRank {
  /** 1 for the fastest. */
  place: number
  count: number
}

const rank = prepared((db, slot: Placeholders<{ workoutId: number }>) => ({
  compile: () =>
    sql<CourseRank>`
      select count(*) as count,
        count(*) filter (where others.ave_speed > workouts.ave_speed) + 1 as place
      from workouts
        join route_workouts as ranked on ranked.workout_id = workouts.id
        cross join route_workouts on route_workouts.route_id = ranked.route_id
          and route_workouts.sport_id = ranked.sport_id
          and route_workouts.is_opposite = ranked.is_opposite
        cross join workouts as others on others.id = route_workouts.workout_id
      where workouts.id = ${slot.workoutId} and workouts.ave_speed > 0
        and others.ave_speed > 0`.compile(db),
}))

/**
 * Ranks a workout on its course by average speed; undefined without a speed. Reads the entries of the course in one
 * index, and for each only the speed of its workout: 1,000 workouts take about a millisecond.
 */
export async function findCourseRank(db: Db, workoutId: number): Promise<CourseRank | undefined> {
  const found = await rank.first(db, { workoutId })
  return found && found.count > 0 ? found : undefined
}

/** A workout on a course and the time when it started, in milliseconds. */
export interface CourseVisit {
  short_id: string
  workout_date: number
}

const previous = prepared((db, slot: Placeholders<{ workoutId: number }>) => ({
  compile: () =>
    sql<CourseVisit>`
      select workouts.short_id, earlier.workout_date
      from route_workouts as latest
        cross join route_workouts as earlier on earlier.route_id = latest.route_id
          and earlier.workout_date < latest.workout_date and earlier.sport_id = latest.sport_id
        cross join workouts on workouts.id = earlier.workout_id
      where latest.workout_id = ${slot.workoutId}
      order by earlier.workout_date desc limit 1`.compile(db),
}))

/** Finds the previous workout of the same sport on the course of a workout, in either direction. */
export const findPreviousVisit = (db: Db, workoutId: number): Promise<CourseVisit | undefined> =>
  previous.first(db, { workoutId })

/** A course with more than one workout. */
export interface FrequentRoute {
  /** Metres. */
  length: number
  workout_count: number
  /** The most common title among its latest workouts; null if none has one. */
  name: string | null
  /** Its latest workout. */
  short_id: string
  sport_id: number
  workout_date: number
  /** Kilometres. */
  distance: number | null
  /** Path of the thumbnail of its line; null until it is drawn. */
  thumbnail: string | null
}

/** Number of the latest workouts whose titles name a course. */
const NAMING_WORKOUTS = 30

const frequent = prepared(
  (db, slot: Placeholders<{ userId: number; perPage: number; skipped: number }>) => ({
    compile: () =>
      sql<FrequentRoute>`
      select routes.length, routes.workout_count, workouts.short_id, workouts.sport_id,
        workouts.workout_date, workouts.distance, workout_thumbnails.path as thumbnail, (
          select title from (
            select named.title, latest.workout_date from route_workouts as latest
              join workouts as named on named.id = latest.workout_id
            where latest.route_id = routes.id
            order by latest.workout_date desc limit ${sql.lit(NAMING_WORKOUTS)})
          where title <> '' group by title order by count(*) desc, max(workout_date) desc limit 1
        ) as name
      from routes
        cross join workouts on workouts.id = (
          select workout_id from route_workouts where route_id = routes.id
          order by workout_date desc, workout_id desc limit 1)
        left join workout_thumbnails on workout_thumbnails.workout_id = routes.workout_id
      where routes.user_id = ${slot.userId} and routes.workout_count > 1
      order by routes.workout_count desc, routes.id desc
      limit ${slot.perPage} offset ${slot.skipped}`.compile(db),
  }),
)

const counted = prepared((db, slot: Placeholders<{ userId: number }>) =>
  db
    .selectFrom('routes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', slot.userId)
    .where('workout_count', '>', 1),
)

/** One page of the courses that a user has used more than once, most frequent first. */
export async function listRoutesOf(
  db: Db,
  userId: number,
  { page, perPage }: PageRequest,
): Promise<Page<FrequentRoute>> {
  const skipped = (page - 1) * perPage
  const rows = await frequent.all(db, { userId, perPage, skipped })
  const known = totalOf({ skipped, perPage, shownRows: rows.length })
  return { rows, total: known ?? (await counted.first(db, { userId }))?.count ?? 0 }
}
