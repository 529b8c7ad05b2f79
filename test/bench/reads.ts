import { MEASURED } from './library'

/** A read that is measured. */
export interface Read {
  name: string
  path: string
  /** The statement of the ceiling server, with the user id and number of rows. */
  sql: string
  /** The number of rows that a response shows. */
  rows: (answer: Shown) => number
}

/** The parts of responses that are read here. */
interface Shown {
  data?: Record<string, unknown>
  notifications?: unknown[]
}

const WORKOUTS = `select short_id, sport_id, title, description, notes, workout_date, duration, moving, distance, ascent,
    ave_speed, max_speed, workout_visibility
  from workouts where user_id = ? order by workout_date desc limit ?`

const shown = (name: string) => (answer: Shown) => {
  const list = answer.data?.[name]
  return Array.isArray(list) ? list.length : 0
}
const buckets = (answer: Shown) => Object.keys(Object(answer.data?.statistics)).length
const STATS = `/api/stats/${MEASURED.username}`
const SUMS = 'select * from workout_sums where user_id = ? and period ='

/** The reads of JSON. `detail` and those of the line use a workout with points. */
export const READS = (workout: string): Read[] => [
  {
    name: 'list, 20 per page',
    path: '/api/workouts?per_page=20',
    sql: WORKOUTS,
    rows: shown('workouts'),
  },
  {
    name: 'list with filters',
    path: '/api/workouts?per_page=20&sport_id=1&distance_from=5&distance_to=60',
    sql: WORKOUTS,
    rows: shown('workouts'),
  },
  {
    name: 'list with statistics',
    path: '/api/workouts?per_page=20&with_statistics=true',
    sql: WORKOUTS,
    rows: shown('workouts'),
  },
  {
    name: 'detail',
    path: `/api/workouts/${workout}`,
    sql: WORKOUTS,
    rows: () => 1,
  },
  { name: 'timeline', path: '/api/timeline', sql: WORKOUTS, rows: shown('workouts') },
  {
    name: 'by_time',
    path: `${STATS}/by_time?time=month`,
    sql: `${SUMS} 'month' limit ?`,
    rows: buckets,
  },
  {
    name: 'by_sport',
    path: `${STATS}/by_sport`,
    sql: `${SUMS} 'all' limit ?`,
    rows: buckets,
  },
  {
    name: 'records',
    path: '/api/records',
    sql: 'select * from records where user_id = ? limit ?',
    rows: shown('records'),
  },
  {
    name: 'own profile',
    path: '/api/auth/profile',
    sql: 'select * from users where id = ? limit ?',
    rows: () => 1,
  },
  {
    name: 'notifications',
    path: '/api/notifications',
    sql: 'select * from notifications where to_user_id = ? order by created_at desc limit ?',
    rows: ({ notifications = [] }) => notifications.length,
  },
]

/** The reads of stored bytes. */
export const LINES = (workout: string) => [
  { name: 'chart_data, 3,600 points', path: `/api/workouts/${workout}/chart_data` },
  { name: 'geojson', path: `/api/workouts/${workout}/geojson` },
]

/** The Accept-Encoding header of browsers. */
export const ACCEPTED = 'gzip, deflate, br, zstd'
