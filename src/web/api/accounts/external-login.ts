import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, type ResponseData, unwrap } from '@/web/api/client/client'

const { login, identities } = api.auth

/** The parameters with which the provider has sent the browser back. */
export type ProviderReturn = Parameters<typeof login.provider.finish.post>[0]

/** How users can log in to this server. */
export type LoginMethods = ResponseData<typeof api.config.get>['data']['login_methods']

/** A login elsewhere that is linked to the account. */
export type Identity = ResponseData<typeof identities.get>['data']['identities'][number]

/** A new session, and the page to continue with. */
export interface ExternalLogin {
  session: string
  from: string
}

/**
 * Returns the URL of the provider's login page. With `again`, the provider asks for a login even if the user is logged in
 * there.
 */
export const startProviderLogin = async (input: {
  from?: string
  again?: boolean
}): Promise<string> => (await unwrap(login.provider.post(input))).url

/** Logs in after the provider has sent the browser back; undefined if a new account is not active yet. */
export async function finishProviderLogin(
  input: ProviderReturn,
): Promise<ExternalLogin | undefined> {
  const done = await unwrap(login.provider.finish.post(input))
  return 'auth_token' in done ? { session: done.auth_token, from: done.from } : undefined
}

/** Logs in as the user whom the proxy in front of the server names; undefined if a new account is not active yet. */
export async function logInThroughProxy(): Promise<string | undefined> {
  const done = await unwrap(login.proxy.post())
  return 'auth_token' in done ? done.auth_token : undefined
}

/** Whether the account has a password, and the logins that are linked to it. */
export const identitiesQuery = queryOptions({
  queryKey: ['identities'],
  queryFn: async () => (await unwrap(identities.get())).data,
})

/** Returns the URL of the provider's page at which the user logs in to link that login. */
export const startLinking = async (password: string): Promise<string> =>
  (await unwrap(identities.start.post({ password }))).url

/** Links the login after the provider has sent the browser back. */
export async function linkIdentity(input: ProviderReturn): Promise<void> {
  await unwrap(identities.post(input))
}

/** Unlinks a login. */
export async function unlinkIdentity({
  id,
  password,
}: {
  id: number
  password: string
}): Promise<void> {
  await unwrap(identities({ identity_id: id }).unlink.post({ password }))
}

/** Marks the list of linked logins as stale. */
export const refreshIdentities = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: identitiesQuery.queryKey })
