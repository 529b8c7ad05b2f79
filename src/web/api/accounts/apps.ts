import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError, getField } from '@/web/api/client/api-error'
import { api, getNextPage, type ResponseData, unwrap } from '@/web/api/client/client'
import { toServerPath } from '@/web/api/client/server-path'
import { getRequestHeaders } from '@/web/api/client/stored-token'

const { grants } = api.oauth

/** An app's access to the account, with its scopes. */
export type Grant = ResponseData<typeof grants.get>['data']['grants'][number]

const GRANTS_KEY = ['oauth2-grants']

/** The apps that may access the account, latest first, page by page. */
export const grantsQuery = infiniteQueryOptions({
  queryKey: GRANTS_KEY,
  queryFn: ({ pageParam }) => unwrap(grants.get({ query: { page: String(pageParam) } })),
  initialPageParam: 1,
  getNextPageParam: getNextPage,
})

/** Revokes an app's access to the account. */
export async function revokeGrant(id: number): Promise<void> {
  await unwrap(grants({ grant_id: id }).delete())
}

/** Marks the list of grants as stale. */
export const refreshGrants = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: GRANTS_KEY })

const apps = api.oauth.apps

/** An OAuth2 app that the user registered. */
export type App = ResponseData<typeof apps.get>['data']['clients'][number]

/**
 * A newly registered app. The secret is returned only here; it is null for public clients, which cannot store one
 * safely.
 */
export type NewApp = App & { client_secret: string | null }

/** Fields that the form for a new app submits. */
export interface AppInput {
  client_name: string
  client_uri: string
  client_description: string | null
  redirect_uris: string[]
  scope: string
  token_endpoint_auth_method: 'client_secret_post' | 'none'
}

/** Parameters with which an app opens the consent page. `state` is returned to the app unchanged. */
export interface ConsentSearch {
  client_id?: string | undefined
  redirect_uri?: string | undefined
  scope?: string | undefined
  state?: string | undefined
  code_challenge?: string | undefined
  code_challenge_method?: string | undefined
}

const APPS_KEY = ['oauth2-apps']

/** The apps that the user registered, newest first, page by page. */
export const appsQuery = infiniteQueryOptions({
  queryKey: APPS_KEY,
  queryFn: ({ pageParam }) => unwrap(apps.get({ query: { page: String(pageParam) } })),
  initialPageParam: 1,
  getNextPageParam: getNextPage,
})

/** Marks the list of apps as stale. */
export const refreshApps = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: APPS_KEY })

/** Registers an app. */
export async function createApp(input: AppInput): Promise<NewApp> {
  return (await unwrap(apps.post(input))).data.client
}

/** Revokes all access granted to an app, for all users. */
export async function revokeApp(id: number): Promise<void> {
  await unwrap(apps({ client_id: String(id) }).revoke.post())
}

/** Deletes an app permanently. */
export async function deleteApp(id: number): Promise<void> {
  await unwrap(apps({ client_id: String(id) }).delete())
}

const omitEmpty = (fields: object): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value))

/** Describes an authorization request: which app asks, for which scopes, and the redirect URI to be used. */
export const consentQuery = (search: ConsentSearch) =>
  queryOptions({
    queryKey: ['oauth2-consent', search],
    queryFn: async () => {
      const query = { ...omitEmpty({ ...search, state: undefined }), response_type: 'code' }
      return (await unwrap(api.oauth.authorize.get({ query }))).data
    },
    staleTime: 0,
  })

/** The server's description of an authorization request. */
export type ConsentRequest = ResponseData<typeof api.oauth.authorize.get>['data']

/**
 * Grants the access that an app requested, and returns the URL to redirect to, which contains the code. A redirect URI
 * that the app did not register is not sent: the server then uses the registered one.
 *
 * @throws ApiError with the server's message, or with status 0 if there was no response
 */
export async function grantAccess(search: ConsentSearch, consent: ConsentRequest): Promise<string> {
  const registered = search.redirect_uri === consent.redirect_uri
  const fields = { ...search, ...(!registered && { redirect_uri: undefined }) }
  const body = new FormData()
  const sent = { ...omitEmpty(fields), response_type: 'code', confirm: 'true' }
  for (const [name, value] of Object.entries(sent)) body.append(name, value)
  const request = { method: 'POST', headers: getRequestHeaders(), body }
  const response = await fetch(toServerPath('/api/oauth/authorize'), request).catch(() => null)
  const result: unknown = await response?.json().catch(() => null)
  const url = getField(result, 'redirect_url')
  if (typeof url !== 'string') throw new ApiError(response?.status ?? 0, result)
  return url
}
