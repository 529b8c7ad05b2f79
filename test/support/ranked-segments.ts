import type { UserRow } from '@/store/db/queries/accounts/users'
import { matchNextSegments } from '@/use-cases/workouts/segments/match-next-segments'
import { PUBLIC, placeFromHome } from './rides-around-home'
import { gpxOf } from './tracks/gpx'
import { startWorkoutServer } from './workouts'

/** A file of a ride along a straight road to the east of home, one point each 20 m. */
export const straightRide = ({
  speed = 5,
  day = 1,
  from = 0,
  to = 3000,
}: {
  speed?: number
  day?: number
  from?: number
  to?: number
} = {}): string => {
  const direction = Math.sign(to - from)
  const steps = Math.abs(to - from) / 20
  return gpxOf(
    Array.from({ length: steps + 1 }, (_, i) => {
      const [lat, lon] = placeFromHome(from + direction * i * 20, 0)
      return {
        ...{ lat, lon, ele: 300 + i },
        time: new Date(Date.UTC(2026, 2, day, 8) + (i * 20_000) / speed).toISOString(),
      }
    }),
  )
}

/** Positions along that road, from one metre of it to another. */
export const straightLine = (from: number, to: number) =>
  [from, to].map((metre) => {
    const [latitude, longitude] = placeFromHome(metre, 0)
    return { latitude, longitude }
  })

/** Compares workouts with segments until there is nothing more to compare. */
export async function matchAllSegments(
  ctx: Parameters<typeof matchNextSegments>[0],
): Promise<void> {
  while (await matchNextSegments(ctx, () => false));
}

/** Starts a server whose user Ann can create segments along the road. */
export async function startSegments() {
  const server = await startWorkoutServer({ username: 'ann', timezone: 'Europe/Berlin' })
  const { ctx, call, user: ann } = server
  const ride = async (
    as: UserRow,
    options: Parameters<typeof straightRide>[0] = {},
    data: object = PUBLIC,
  ): Promise<string> => {
    const body = new FormData()
    body.set('file', new File([straightRide(options)], 'ride.gpx'))
    body.set('data', JSON.stringify({ sport_id: 1, ...data }))
    return (await call('POST', '/api/workouts', { as, body })).body.data.workouts[0].id
  }
  const draw = (changes: object = {}, as = ann) =>
    call('POST', '/api/segments', {
      as,
      json: {
        ...{ name: 'Straight', visibility: 'public' },
        drawing: { sport_id: 1, positions: straightLine(1000, 2000) },
        ...changes,
      },
    })
  const create = async (changes: object = {}, as = ann): Promise<string> =>
    (await draw(changes, as)).body.data.segment.id
  const match = () => matchAllSegments(ctx)
  const leaderboard = async (id: string, as?: UserRow, query = '') => {
    const { body } = await call('GET', `/api/segments/${id}/leaderboard${query}`, as ? { as } : {})
    return body.data.efforts as {
      rank: number
      duration: number
      date: string | null
      user: { username: string }
      workout_id: string
    }[]
  }
  /** The user names and rounded times that a viewer sees. */
  const ranked = async (id: string, as?: UserRow) =>
    (await leaderboard(id, as)).map(
      ({ user, duration }) => `${user.username} ${Math.round(duration)}`,
    )
  return { ...server, ann, ride, draw, create, match, leaderboard, ranked }
}
