export const ROLES = ['user', 'moderator', 'admin', 'owner'] as const

/** Lowest to highest. Each role includes those before it. */
export type Role = (typeof ROLES)[number]

/** The authenticated user of a request, whatever kind of token was presented. */
export interface Caller {
  userId: number
  username: string
  role: Role
  suspended: boolean
  /** IANA name of the caller's time zone, in which dates in queries are interpreted. */
  timezone: string
  /** Scopes of a third-party token; undefined for a first-party one, which may do everything. */
  scopes?: ReadonlySet<string> | undefined
  /** The bearer token itself, needed to end the session. */
  token: string
}

/** The caller of a route where a token is optional. */
export type Visitor = Caller | undefined

export const isRole = (value: unknown): value is Role => ROLES.some((role) => role === value)

/** Whether `role` includes `minimum`. */
export const roleAtLeast = (role: Role, minimum: Role): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(minimum)

export const hasRole = (caller: Visitor, minimum: Role): boolean =>
  caller !== undefined && roleAtLeast(caller.role, minimum)
