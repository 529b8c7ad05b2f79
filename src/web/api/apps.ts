import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError, fieldOf } from './api-error'
import { api, type DataOf, dataOf } from './client'
import { nextPage } from './pages'
import { requestHeaders } from './request-headers'
import { serverPath } from './server-path'

const apps = api.oauth.apps

/** An app that the account registered. */
export type App = DataOf<typeof apps.get>['data']['clients'][number]

/** An app just registered, with the secret that is told only now (none for apps that cannot keep one). */
export type NewApp = App & { client_secret: string | null }

/** What the form for a new app sends. */
export interface AppInput {
  client_name: string
  client_uri: string
  client_description: string | null
  redirect_uris: string[]
  scope: string
  token_endpoint_auth_method: 'client_secret_post' | 'none'
}

/** What an app asks for at the consent page; `state` only concerns the app. */
export interface ConsentSearch {
  client_id?: string | undefined
  redirect_uri?: string | undefined
  scope?: string | undefined
  state?: string | undefined
  code_challenge?: string | undefined
  code_challenge_method?: string | undefined
}

const KEY = ['oauth2-apps']

/** The own apps, newest first, page by page. */
export const appsQuery = infiniteQueryOptions({
  queryKey: KEY,
  queryFn: ({ pageParam }) => dataOf(apps.get({ query: { page: String(pageParam) } })),
  initialPageParam: 1,
  getNextPageParam: nextPage,
})

/** Marks the list of apps as stale. */
export const refreshApps = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: KEY })

/** Registers an app. */
export async function createApp(input: AppInput): Promise<NewApp> {
  return (await dataOf(apps.post(input))).data.client
}

/** Ends every access that was given to an app. */
export async function revokeApp(id: number): Promise<void> {
  await dataOf(apps({ client_id: String(id) }).revoke.post())
}

/** Forgets an app for good. */
export async function deleteApp(id: number): Promise<void> {
  await dataOf(apps({ client_id: String(id) }).delete())
}

const definedFields = (fields: object): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value))

/** What the server says about a request for access: who asks, for what, and where the answer goes. */
export const consentQuery = (search: ConsentSearch) =>
  queryOptions({
    queryKey: ['oauth2-consent', search],
    queryFn: async () => {
      const query = { ...definedFields({ ...search, state: undefined }), response_type: 'code' }
      return (await dataOf(api.oauth.authorize.get({ query }))).data
    },
    staleTime: 0,
  })

/** What the server says about a request for access. */
export type AskedConsent = DataOf<typeof api.oauth.authorize.get>['data']

/**
 * Grants what an app asks for; answers where to go with the code. An address that the app did not register is not
 * sent: the registered one applies.
 *
 * @throws ApiError with the server's words, or with status 0 when there was no answer
 */
export async function grantAccess(search: ConsentSearch, asked: AskedConsent): Promise<string> {
  const registered = search.redirect_uri === asked.redirect_uri
  const fields = { ...search, ...(!registered && { redirect_uri: undefined }) }
  const body = new FormData()
  const sent = { ...definedFields(fields), response_type: 'code', confirm: 'true' }
  for (const [name, value] of Object.entries(sent)) body.append(name, value)
  const request = { method: 'POST', headers: requestHeaders(), body }
  const response = await fetch(serverPath('/api/oauth/authorize'), request).catch(() => null)
  const answer: unknown = await response?.json().catch(() => null)
  const url = fieldOf(answer, 'redirect_url')
  if (typeof url !== 'string') throw new ApiError(response?.status ?? 0, answer)
  return url
}
