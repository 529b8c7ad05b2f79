import type { LoginSettings, ProviderSettings } from '@/lib/config/login-settings'
import type { UserRow } from '@/store/db/queries/accounts/users'
import type { Answer, Call } from './client'

/** Settings of a server with a provider, at which everyone gets an account. */
export const withProvider = (
  provider: ProviderSettings,
  changes: Partial<LoginSettings> = {},
): { login: LoginSettings } => ({
  login: { passwords: 'on', provider, proxy: undefined, creation: 'everyone', ...changes },
})

/** A login that has begun in a browser: the provider's URL, and the cookie of the browser. */
export interface Started {
  url: string
  cookie: string
  state: string
}

const started = ({ body, headers }: Answer): Started => ({
  url: body.url,
  cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '',
  state: new URL(body.url).searchParams.get('state') ?? '',
})

/** The requests that the web UI sends for logins through a provider. */
export const providerCalls = (call: Call) => ({
  start: async (json: object = {}): Promise<Started> =>
    started(await call('POST', '/api/auth/login/provider', { json })),
  startLinking: async (as: UserRow, json: object): Promise<Started> =>
    started(await call('POST', '/api/auth/identities/start', { as, json })),
  finish: (cookie: string, json: object): Promise<Answer> =>
    call('POST', '/api/auth/login/provider/finish', { json, headers: { cookie } }),
  link: (as: UserRow, cookie: string, json: object): Promise<Answer> =>
    call('POST', '/api/auth/identities', { as, json, headers: { cookie } }),
})

/** The parameters with which a provider has sent a browser back. */
export const parametersOf = (url: URL): Record<string, string> =>
  Object.fromEntries(url.searchParams)
