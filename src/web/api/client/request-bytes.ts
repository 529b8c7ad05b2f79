import { ApiError, getField } from './api-error'
import { toServerPath } from './server-path'
import { endSession } from './session'
import { getRequestHeaders } from './stored-token'

/**
 * Requests a binary response of the API. Parameters without a value are omitted.
 *
 * @throws ApiError with the server's message, or with status 0 if there was no response
 */
export async function requestBytes(
  path: string,
  query: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<Response> {
  const given = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1])
  const url = toServerPath(`${path}?${new URLSearchParams(given)}`)
  const response = await fetch(url, { headers: getRequestHeaders(), signal }).catch(() => null)
  if (response?.ok) return response
  const body = await response?.json().catch(() => null)
  if (response?.status === 401 && getField(body, 'error') === 'invalid_token') endSession()
  throw new ApiError(response?.status ?? 0, body)
}
