import { formatHttpDate } from '@/lib/time/http-date'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { startServer } from './client'
import { aModerator, anAdmin, aUser } from './factories'

/** A server with Ann, Bob and Eve, who have no relationship to each other, a moderator and an administrator. */
export async function startPeople(settings: Parameters<typeof startServer>[0] = {}) {
  const server = startServer(settings)
  const { ctx } = server
  const shown = { hide_profile_in_users_directory: 0 } as const
  const [ann, bob, eve] = [
    await aUser(ctx, { username: 'ann', ...shown }),
    await aUser(ctx, { username: 'bob', ...shown }),
    await aUser(ctx, { username: 'eve', ...shown }),
  ]
  const mod = await aModerator(ctx, { username: 'mod', ...shown })
  const admin = await anAdmin(ctx, { username: 'root', ...shown })
  const send = (method: string, path: string, as?: UserRow, json?: unknown) =>
    server.call(method, path, { ...(as && { as }), ...(json !== undefined && { json }) })
  return { ...server, ann, bob, eve, mod, admin, send }
}

/** The public details of an account, modified by `changes`. */
export const publicDetails = (user: UserRow, changes: object = {}) => ({
  created_at: formatHttpDate(user.created_at),
  followers: 0,
  following: 0,
  nb_workouts: 0,
  picture: false,
  role: user.role,
  suspended_at: null,
  username: user.username,
  ...changes,
})

/** Additional details for other signed-in users. */
export const noRelationship = { blocked: false, follows: 'false', is_followed_by: 'false' }

/** Additional details for moderators. */
export const contactDetails = ({ email }: UserRow) => ({ email, is_active: true })

/** Additional details wherever a complete user is returned. */
export const personalDetails = {
  admin: false,
  bio: null,
  birth_date: null,
  first_name: null,
  last_name: null,
  location: null,
  map_visibility: 'private',
  workouts_visibility: 'private',
}

/** Additional details of an account without workouts for signed-in users. */
export const withoutWorkouts = {
  nb_sports: 0,
  records: [],
  sports_list: [],
  total_ascent: 0,
  total_distance: 0,
  total_duration: '0:00:00',
}

export const noCounts = { created_reports_count: 0, reported_count: 0, sanctions_count: 0 }

/** The pagination of a list that fits on its first page. */
export const onePage = (total: number) => ({
  has_next: false,
  has_prev: false,
  page: 1,
  pages: total === 0 ? 0 : 1,
  total,
})

export const plain = ({ status, body }: { status: number; body: unknown }) => ({ status, body })
