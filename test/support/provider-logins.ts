import type { LoginSettings, ProviderSettings } from '@/lib/config/login-settings'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { PASSWORD } from './accounts'
import type { Answer, Call } from './client'
import type { FakeProvider } from './fake-provider'

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

/** Calls every operation of logins through a provider or a proxy; `see` also records that it was called. */
export async function seeOtherLogins({
  see,
  call,
  provider,
  ann,
}: {
  see: (
    route: string,
    as?: UserRow,
    json?: object,
    headers?: Record<string, string>,
  ) => Promise<Answer['body']>
  call: Call
  provider: FakeProvider
  ann: UserRow
}): Promise<void> {
  const { start, startLinking } = providerCalls(call)
  const finish = async (route: string, { url, state, cookie }: Started, as?: UserRow) => {
    provider.authenticate(url)
    await see(route, as, { state, code: 'a-code' }, { cookie })
  }
  const proof = { password: PASSWORD }
  await see('POST /api/auth/login/provider', undefined, {})
  await see('POST /api/auth/identities/start', ann, proof)
  await finish('POST /api/auth/identities', await startLinking(ann, proof), ann)
  await finish('POST /api/auth/login/provider/finish', await start())
  const { data } = await see('GET /api/auth/identities', ann)
  await see(`POST /api/auth/identities/${data.identities[0].id}/unlink`, ann, proof)
  await see('POST /api/auth/login/proxy', undefined, undefined, { 'remote-user': 'ann' })
}
