import type { Dialect } from '@/config/config'
import type { ElevationSource } from '@/db/columns'
import { formatDuration } from '@/lib/duration'
import { uuidOf } from '@/lib/short-id'

/**
 * The answers in which the two dialects of the API differ, and the only code that knows them:
 * presenters are handed a `Wire` and ask it.
 */
export interface Wire {
  /** One user as the payload of a detail answer. */
  userPayload: <User>(user: User) => User[] | { users: User[] }
  /** The owner of a workout in the timeline. */
  timelineUser: <User extends { username: string }>(user: User) => User | string
  /** The message for a list of `<field>: <text>` problems. */
  fieldErrors: (problems: string[]) => string
  elevationSource: (source: ElevationSource) => string
  /** Duration of whole seconds as text. */
  duration: (seconds: number) => string
  /** Duration in statistics per sport and of lists. */
  statisticsDuration: (seconds: number) => number | string
  notificationId: (shortId: string) => string
}

const SPEC_ELEVATION_NAMES: Record<ElevationSource, string> = {
  file: 'file',
  open_elevation: 'provider_a',
  open_elevation_smooth: 'provider_a_smooth',
  valhalla: 'provider_b',
}

const lines = (problems: string[]) => problems.map((problem) => `${problem}\n`).join('')

const WIRES: Record<Dialect, Wire> = {
  spec: {
    userPayload: (user) => [user],
    timelineUser: (user) => user.username,
    fieldErrors: (problems) => `Errors: ${lines(problems)}`,
    elevationSource: (source) => SPEC_ELEVATION_NAMES[source],
    duration: (seconds) => formatDuration(seconds, 'hours'),
    statisticsDuration: (seconds) => seconds,
    notificationId: (shortId) => uuidOf(shortId) ?? shortId,
  },
  fittrackee: {
    userPayload: (user) => ({ users: [user] }),
    timelineUser: (user) => user,
    fieldErrors: lines,
    elevationSource: (source) => source,
    duration: (seconds) => formatDuration(seconds, 'days'),
    statisticsDuration: (seconds) => formatDuration(seconds, 'days'),
    notificationId: (shortId) => shortId,
  },
}

/** The wire of a request: the dialect it asks for in `X-API-Dialect`, else the server's. */
export function wireFor(requested: string | null, fallback: Dialect): Wire {
  return requested === 'spec' || requested === 'fittrackee' ? WIRES[requested] : WIRES[fallback]
}

/** The elevation source behind either dialect's name, or undefined. */
export function elevationSourceNamed(name: string): ElevationSource | undefined {
  const sources = Object.keys(SPEC_ELEVATION_NAMES) as ElevationSource[]
  return sources.find((source) => source === name || SPEC_ELEVATION_NAMES[source] === name)
}
