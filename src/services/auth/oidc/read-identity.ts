import type { ProviderSettings } from '@/lib/config/login-settings'

/** A person, as a provider or a proxy knows them. */
export interface ExternalPerson {
  /** The name that the person has chosen there. */
  username: string | undefined
  email: string | undefined
  /** Whether the address is known to belong to the person. */
  isEmailVerified: boolean
  groups: readonly string[]
  language?: unknown
  timezone?: unknown
}

/** An identity that a provider confirms. Issuer and subject together never change and are never reused. */
export interface ProviderIdentity extends ExternalPerson {
  issuer: string
  subject: string
  /** What to show to the person. */
  name: string
}

/** What a provider says about a person, in its ID token and at its user info endpoint. */
export interface ProviderClaims {
  token: Record<string, unknown> & { iss: string; sub: string }
  info: Record<string, unknown>
}

/** Reads the standard claims (OpenID Connect Core, 5.1) and the groups. Claims of other types are ignored. */
export function readIdentity(
  { token, info }: ProviderClaims,
  { groupsClaim }: Pick<ProviderSettings, 'groupsClaim'>,
): ProviderIdentity {
  const claims: Record<string, unknown> = { ...info, ...token }
  const username = textIn(claims.preferred_username) ?? textIn(claims.nickname)
  // An address and its verification must be of the same source.
  const { email: address, email_verified: isVerified } = token.email === undefined ? info : token
  const email = textIn(address)
  return {
    issuer: token.iss,
    subject: token.sub,
    name: username ?? email ?? textIn(claims.name) ?? token.sub,
    username: username ?? textIn(claims.name),
    email,
    isEmailVerified: isVerified === true || isVerified === 'true',
    groups: textsIn(claims[groupsClaim]),
    language: claims.locale,
    timezone: claims.zoneinfo,
  }
}

const MAX_LENGTH = 255

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, MAX_LENGTH) : undefined

const textsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string')
