import { type TSchema, Type } from '@sinclair/typebox'
import type { Dialect } from '@/config/config'
import type { ElevationSource } from '@/db/columns'
import { formatDuration } from '@/lib/duration'
import { uuidOf } from '@/lib/short-id'
import { oneOf } from './scalars'

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

/** The schemas of what a `Wire` makes: both dialects' forms. The numbers are those of the introduction of the API document. */
export const userPayload = <User extends TSchema>(user: User) =>
  Type.Union([Type.Array(user), Type.Object({ users: Type.Array(user) })], {
    description: 'A list with one user; in the dialect `fittrackee` below `users` (D1).',
  })

export const timelineUser = <User extends TSchema>(user: User) =>
  Type.Union([Type.String(), user], {
    description: 'Username of the owner; in the dialect `fittrackee` the user (D2).',
  })

export const elevationSource = (description: string) =>
  oneOf(
    [...Object.values(SPEC_ELEVATION_NAMES), ...Object.keys(SPEC_ELEVATION_NAMES).slice(1)],
    `${description} The dialects name the services differently (D4).`,
  )

export const duration = (description: string) =>
  Type.String({ description, format: 'duration-text', examples: ['1:26:41'] })

export const statisticsDuration = (description: string) =>
  Type.Union([Type.Number(), Type.String({ format: 'duration-text' })], {
    description: `${description} Seconds; in the dialect \`fittrackee\` \`H:MM:SS\` (D7).`,
  })

export const notificationId = (description: string) =>
  Type.String({
    description: `${description} A UUID; in the dialect \`fittrackee\` a short id (D6).`,
    examples: ['0b1f2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d'],
  })

/** The elevation source behind either dialect's name, or undefined. */
export function elevationSourceNamed(name: string): ElevationSource | undefined {
  const sources = Object.keys(SPEC_ELEVATION_NAMES) as ElevationSource[]
  return sources.find((source) => source === name || SPEC_ELEVATION_NAMES[source] === name)
}
