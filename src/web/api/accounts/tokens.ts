import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { api, getNextPage, type ResponseData, unwrap } from '@/web/api/client/client'

const { tokens } = api

/** A personal access token of the account. */
export type Token = ResponseData<typeof tokens.get>['data']['tokens'][number]

/** Fields that the form for a new token submits. */
export interface TokenInput {
  name: string
  scope: string
  /** Null for a token that never expires. */
  expires_in_days: number | null
}

const KEY = ['tokens']

/** The tokens of the account, newest first, page by page. */
export const tokensQuery = infiniteQueryOptions({
  queryKey: KEY,
  queryFn: ({ pageParam }) => unwrap(tokens.get({ query: { page: String(pageParam) } })),
  initialPageParam: 1,
  getNextPageParam: getNextPage,
})

/** Creates a token and returns its secret, which cannot be retrieved later. */
export async function createToken(input: TokenInput): Promise<string> {
  return (await unwrap(tokens.post(input))).data.token.token
}

/** Revokes a token. */
export async function revokeToken(id: number): Promise<void> {
  await unwrap(tokens({ token_id: id }).delete())
}

/** Marks the list of tokens as stale. */
export const refreshTokens = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: KEY })
