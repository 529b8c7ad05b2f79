import { type Treaty, treaty } from '@elysiajs/eden'
import type { AccountApi, SocialApi, WorkoutApi } from '@/server/app'
import { takeEarlyAnswer } from '@/web/early/early-answers'
import { endSession } from '@/web/state/session'
import { ApiError, fieldOf } from './api-error'
import { requestHeaders } from './request-headers'
import { serverPath } from './server-path'

/** Fetches; an answer without a body is freed of its content type, by which the client would try to read one. */
async function fetchAnswer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const early = takeEarlyAnswer(String(input), init?.method ?? 'GET')
  const response = await (early ?? fetch(input, init))
  return response.status === 204 ? new Response(null, { status: 204 }) : response
}

type Routes = Treaty.Create<AccountApi>['api'] &
  Treaty.Create<SocialApi>['api'] &
  Treaty.Create<WorkoutApi>['api']

/**
 * The server's routes as functions, typed by the server itself. The client is the same object for every group of
 * routes; only its types are put together.
 */
export const api = treaty(`${window.location.origin}${serverPath('')}`, {
  headers: requestHeaders,
  // Bun's type of fetch has a property that browsers do not know and nobody calls here.
  fetcher: fetchAnswer as typeof fetch,
  // Dates stay the texts that the contract defines.
  parseDate: false,
}).api as unknown as Routes

type Answer<Data> = { data: Data; error: null } | { data: null; error: Refusal }
type Refusal = { status: unknown; value: unknown }

/** What a route answers when all goes well. */
export type DataOf<Route extends (...input: never[]) => Promise<Answer<unknown>>> = NonNullable<
  Treaty.Data<Awaited<ReturnType<Route>>>
>

/**
 * The data of an answer. A session that the server no longer accepts is ended here, wherever it was noticed.
 *
 * @throws ApiError with the server's words, or with status 0 when there was no answer
 */
export async function dataOf<Data>(call: Promise<Answer<Data>>): Promise<Data> {
  const { data, error } = await call
  if (!error) return data
  // What fetch throws arrives as a value.
  if (error.value instanceof Error) throw new ApiError(0, null)
  const status = Number(error.status)
  if (status === 401 && fieldOf(error.value, 'error') === 'invalid_token') endSession()
  throw new ApiError(status, error.value)
}
