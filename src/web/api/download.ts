import { ApiError } from './api-error'
import { requestHeaders } from './request-headers'
import { serverPath } from './server-path'

/**
 * Fetches a file and hands it to the browser's downloads; the session cannot travel in a plain link.
 *
 * @throws ApiError with the server's words, or with status 0 when there was no answer
 */
export async function download(path: string, name: string): Promise<void> {
  const response = await fetch(serverPath(path), { headers: requestHeaders() }).catch(() => null)
  if (!response?.ok)
    throw new ApiError(response?.status ?? 0, await response?.json().catch(() => null))
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
