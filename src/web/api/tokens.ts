import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { api, type DataOf, dataOf } from './client'
import { nextPage } from './pages'

const { tokens } = api

/** A token of a program of the account. */
export type Token = DataOf<typeof tokens.get>['data']['tokens'][number]

/** What the form for a new token sends. */
export interface TokenInput {
  name: string
  scope: string
  /** Null: it never expires. */
  expires_in_days: number | null
}

const KEY = ['tokens']

/** The tokens of the account, newest first, page by page. */
export const tokensQuery = infiniteQueryOptions({
  queryKey: KEY,
  queryFn: ({ pageParam }) => dataOf(tokens.get({ query: { page: String(pageParam) } })),
  initialPageParam: 1,
  getNextPageParam: nextPage,
})

/** Makes a token; answers the secret, which is told only now. */
export async function createToken(input: TokenInput): Promise<string> {
  return (await dataOf(tokens.post(input))).data.token.token
}

/** Makes a token good for nothing. */
export async function revokeToken(id: number): Promise<void> {
  await dataOf(tokens({ token_id: id }).delete())
}

/** Marks the list of tokens as stale. */
export const refreshTokens = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: KEY })
