import { ApiError } from './api-error'
import { toServerPath } from './server-path'
import { getRequestHeaders } from './stored-token'

/**
 * Fetches a file. A plain link or image would not work, because it cannot send the session token.
 *
 * @throws ApiError with the server's message, or with status 0 if there was no response
 */
export async function fetchFile(path: string): Promise<Blob> {
  const response = await fetch(toServerPath(path), { headers: getRequestHeaders() }).catch(
    () => null,
  )
  if (!response?.ok)
    throw new ApiError(response?.status ?? 0, await response?.json().catch(() => null))
  return response.blob()
}

/** Fetches a file and saves it as a browser download. @throws ApiError as `fetchFile` */
export async function download(path: string, name: string): Promise<void> {
  saveFile(await fetchFile(path), name)
}

/** Saves a file as a browser download. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
