import { type TSchema, Type } from '@sinclair/typebox'
import type { Dialect } from '@/lib/config/config'
import type { FieldErrors } from '@/lib/errors'
import { decodeShortId } from '@/lib/text/short-id'
import { formatDuration } from '@/lib/time/duration'
import type { ElevationSource } from '@/store/db/schema/columns'
import { DIALECT, oneOf } from './fields'

/**
 * The differences between the two dialects of the API. All code about dialects is in this file: presenters get a `DialectFormat`
 * and call its methods.
 */
export interface DialectFormat {
  /** The payload of a detail response about one user. */
  userPayload: <User>(user: User) => User[] | { users: User[] }
  /** The owner of a workout in the timeline. */
  timelineUser: <User extends { username: string }>(user: User) => User | string
  /** The message for a list of `<field>: <text>` problems of an account. */
  fieldErrors: (errors: Pick<FieldErrors, 'problems' | 'isRegistration'>) => string
  elevationSource: (source: ElevationSource) => string
  /** Formats a duration in whole seconds. */
  duration: (seconds: number) => string
  /** Duration in statistics per sport and of lists. */
  statisticsDuration: (seconds: number) => number | string
  notificationId: (shortId: string) => string
  /** Whether clients may keep the session in cookies. */
  hasSessionCookies: boolean
}

const SPEC_ELEVATION_NAMES: Record<ElevationSource, string> = {
  file: 'file',
  open_elevation: 'provider_a',
  open_elevation_smooth: 'provider_a_smooth',
  valhalla: 'provider_b',
}

/** Problems that FitTrackee does not have, and the most similar text that its clients can translate. */
const FITTRACKEE_PROBLEMS: ReadonlyMap<string, string> = new Map([
  ['password: too common', 'password: 8 characters required'],
])

const lines = (problems: string[]) => problems.map((problem) => `${problem}\n`).join('')

const DIALECT_FORMATS: Record<Dialect, DialectFormat> = {
  spec: {
    userPayload: (user) => [user],
    timelineUser: (user) => user.username,
    fieldErrors: ({ problems, isRegistration }) =>
      (isRegistration ? 'Errors: ' : '') + lines(problems),
    elevationSource: (source) => SPEC_ELEVATION_NAMES[source],
    duration: (seconds) => formatDuration(seconds, 'hours'),
    statisticsDuration: (seconds) => seconds,
    notificationId: (shortId) => decodeShortId(shortId) ?? shortId,
    hasSessionCookies: false,
  },
  fittrackee: {
    userPayload: (user) => ({ users: [user] }),
    timelineUser: (user) => user,
    fieldErrors: ({ problems }) =>
      lines(problems.map((one) => FITTRACKEE_PROBLEMS.get(one) ?? one)),
    elevationSource: (source) => source,
    duration: (seconds) => formatDuration(seconds, 'days'),
    statisticsDuration: (seconds) => formatDuration(seconds, 'days'),
    notificationId: (shortId) => shortId,
    hasSessionCookies: true,
  },
}

/** The dialect of a request: the one in its `X-API-Dialect` header, otherwise the server's. */
export function dialectFor(requested: string | null, fallback: Dialect): DialectFormat {
  return requested === 'spec' || requested === 'fittrackee'
    ? DIALECT_FORMATS[requested]
    : DIALECT_FORMATS[fallback]
}

/** Schemas of the results of a `DialectFormat`, in both dialects. The numbers refer to the introduction of the API document. */
export const userPayload = <User extends TSchema>(user: User) =>
  Type.Union([Type.Array(user), Type.Object({ users: Type.Array(user) })], {
    [DIALECT]: true,
    description: 'A list with one user; in the dialect `fittrackee` an object with `users` (D1).',
  })

export const timelineUser = <User extends TSchema>(user: User) =>
  Type.Union([Type.String(), user], {
    [DIALECT]: true,
    description: 'Username of the owner; in the dialect `fittrackee` the user object (D2).',
  })

export const elevationSource = (description: string) =>
  Type.Unsafe<string>({
    ...oneOf(
      [...Object.values(SPEC_ELEVATION_NAMES), ...Object.keys(SPEC_ELEVATION_NAMES).slice(1)],
      `${description} The dialects name the services differently (D4).`,
    ),
    [DIALECT]: true,
  })

export const duration = (description: string) =>
  Type.String({ description, format: 'duration-text', examples: ['1:26:41'], [DIALECT]: true })

export const statisticsDuration = (description: string) =>
  Type.Union([Type.Number(), Type.String({ format: 'duration-text' })], {
    [DIALECT]: true,
    description: `${description} Seconds; in the dialect \`fittrackee\` \`H:MM:SS\` (D7).`,
  })

export const notificationId = (description: string) =>
  Type.String({
    [DIALECT]: true,
    description: `${description} A UUID; in the dialect \`fittrackee\` a short id (D6).`,
    examples: ['0b1f2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d'],
  })

/** The elevation source for its name in either dialect; undefined for unknown names. */
export function findElevationSource(name: string): ElevationSource | undefined {
  const sources = Object.keys(SPEC_ELEVATION_NAMES) as ElevationSource[]
  return sources.find((source) => source === name || SPEC_ELEVATION_NAMES[source] === name)
}
