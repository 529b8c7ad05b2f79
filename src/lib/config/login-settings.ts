import { ConfigError, type Environment } from './environment-variables'
import { list, oneOf, yesOrNo } from './setting-values'

/**
 * Who may use passwords: `on`, everyone; `existing`, accounts that have one, but without registration with a password;
 * `off`, no one.
 */
const PASSWORD_LOGINS = ['on', 'existing', 'off'] as const

/** How people log in. */
export interface LoginSettings {
  passwords: (typeof PASSWORD_LOGINS)[number]
  provider: ProviderSettings | undefined
  proxy: ProxyLoginSettings | undefined
  /** Who gets an account with the first login through the provider or the proxy: all, or the members of some groups. */
  creation: 'off' | 'everyone' | readonly string[]
}

/** An OpenID Connect provider. */
export interface ProviderSettings {
  /** Exactly as the provider spells it, because it is compared with its tokens. */
  issuer: string
  clientId: string
  /** Undefined for a public client. */
  clientSecret: string | undefined
  /** Label for people. */
  name: string
  scopes: string
  /** The claim that lists the groups of a user. */
  groupsClaim: string
  /** Members become administrators when they log in. */
  adminGroup: string | undefined
  /** Whether an account is linked to an identity with the same, verified email address. */
  linksByEmail: boolean
}

/** Names of the request headers in which a trusted proxy names the user that it has authenticated. */
export interface ProxyLoginSettings {
  user: string
  email: string | undefined
  groups: string | undefined
}

/** Headers with a defined meaning, which cannot name a user. */
const RESERVED_HEADERS = [
  ...['authorization', 'cookie', 'forwarded', 'host', 'origin'],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-request-id'],
]
const HEADER_NAME = /^[A-Za-z0-9-]+$/
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Reads how people log in. @throws ConfigError when a setting is invalid or contradicts others. */
export function loginSettings(env: Environment): LoginSettings {
  const settings = {
    passwords: oneOf('LOCAL_LOGIN', env.LOCAL_LOGIN, PASSWORD_LOGINS, 'on'),
    provider: provider(env),
    proxy: proxy(env),
    creation: creation(env.AUTO_CREATE_ACCOUNTS ?? 'off'),
  }
  if (settings.passwords === 'off' && !settings.provider && !settings.proxy)
    throw new ConfigError(
      'LOCAL_LOGIN is off, so no one could log in: set OIDC_ISSUER or PROXY_AUTH_HEADER, too.',
    )
  return settings
}

function provider(env: Environment): ProviderSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = env
  if (!issuer && !clientId) return undefined
  if (!issuer || !clientId)
    throw new ConfigError('OIDC_ISSUER and OIDC_CLIENT_ID belong together: set both or none.')
  const scopes = new Set(['openid', ...(env.OIDC_SCOPES ?? 'profile email').split(/[\s,]+/)])
  return {
    issuer: issuerUrl(issuer),
    clientId,
    clientSecret: env.OIDC_CLIENT_SECRET,
    name: env.OIDC_NAME ?? new URL(issuer).host,
    scopes: [...scopes].filter((scope) => scope !== '').join(' '),
    groupsClaim: env.OIDC_GROUPS_CLAIM ?? 'groups',
    adminGroup: env.OIDC_ADMIN_GROUP,
    linksByEmail: yesOrNo('OIDC_LINK_BY_EMAIL', env.OIDC_LINK_BY_EMAIL, false),
  }
}

/** Without TLS, anyone between the two servers could log in as everyone. */
function issuerUrl(text: string): string {
  const url = URL.parse(text)
  const isSafe = url?.protocol === 'https:' || (url && LOOPBACK.includes(url.hostname))
  if (url && isSafe && /^https?:$/.test(url.protocol) && !url.search && !url.hash) return text
  throw new ConfigError(
    `OIDC_ISSUER is '${text}': give the https URL that the provider calls its issuer.`,
  )
}

function proxy(env: Environment): ProxyLoginSettings | undefined {
  const user = headerName('PROXY_AUTH_HEADER', env.PROXY_AUTH_HEADER)
  const email = headerName('PROXY_AUTH_EMAIL_HEADER', env.PROXY_AUTH_EMAIL_HEADER)
  const groups = headerName('PROXY_AUTH_GROUPS_HEADER', env.PROXY_AUTH_GROUPS_HEADER)
  if (user === undefined) {
    if (email === undefined && groups === undefined) return undefined
    throw new ConfigError('Other headers of the proxy have no effect without PROXY_AUTH_HEADER.')
  }
  if (!env.TRUSTED_PROXIES && !env.LISTEN)
    throw new ConfigError(
      'PROXY_AUTH_HEADER is set but TRUSTED_PROXIES is not: set the IP address of the proxy.',
    )
  return { user, email, groups }
}

function headerName(
  name: 'PROXY_AUTH_HEADER' | 'PROXY_AUTH_EMAIL_HEADER' | 'PROXY_AUTH_GROUPS_HEADER',
  text: string | undefined,
): string | undefined {
  const header = text?.toLowerCase()
  if (header === undefined) return undefined
  if (HEADER_NAME.test(header) && !RESERVED_HEADERS.includes(header)) return header
  throw new ConfigError(`${name} is '${text}': give the name of a header such as Remote-User.`)
}

function creation(text: string): LoginSettings['creation'] {
  if (text === 'off' || text === 'everyone') return text
  const groups = list(text)
  if (groups.length > 0) return groups
  throw new ConfigError(
    `AUTO_CREATE_ACCOUNTS is '${text}': give off, everyone, or the names of groups.`,
  )
}
