import { ApiError } from './api-error'
import { toServerPath } from './server-path'
import { getRequestHeaders } from './stored-token'

/**
 * Fetches a file and saves it as a browser download. A plain link would not work, because it cannot send the session
 * token.
 *
 * @throws ApiError with the server's message, or with status 0 if there was no response
 */
export async function download(path: string, name: string): Promise<void> {
  const response = await fetch(toServerPath(path), { headers: getRequestHeaders() }).catch(
    () => null,
  )
  if (!response?.ok)
    throw new ApiError(response?.status ?? 0, await response?.json().catch(() => null))
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
