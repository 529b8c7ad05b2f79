import { ApiError } from './api-error'
import { toServerPath } from './server-path'
import { getRequestHeaders } from './stored-token'
import { readUploadResponse, type UploadResult } from './upload-response'

/** Fields sent along with an uploaded file. */
export type UploadDetails = {
  /** If absent, the sport named by the recording is used. */
  sport_id?: number
  /** The sport for recordings that name no known sport. */
  default_sport_id?: number
  title?: string
  notes?: string
  /** How to handle a recording of an existing workout; by default (`allow`) another workout is created. */
  duplicates?: 'skip' | 'replace-if-richer' | 'flag' | 'allow'
  /** Whether to import the readable part of a truncated file. */
  accept_partial?: boolean
  /** For a track without times: its start, `YYYY-MM-DD HH:MM`, and its duration in seconds. */
  workout_date?: string
  duration?: number
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Uploads one file. Calls `onProgress` with the share sent so far (0 to 1), which fetch cannot report.
 *
 * @throws ApiError with the server's message, or with status 0 if the connection failed
 */
export function uploadFile(
  file: File,
  details: UploadDetails,
  onProgress: (share: number) => void,
): Promise<UploadResult> {
  const form = new FormData()
  form.append('file', file)
  form.append('data', JSON.stringify(details))
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(new ApiError(0, null))
    request.onload = () => {
      const body = parseJson(request.responseText)
      if (request.status < 300) resolve(readUploadResponse(body))
      else reject(new ApiError(request.status, body))
    }
    request.open('POST', toServerPath('/api/workouts'))
    for (const [name, value] of Object.entries(getRequestHeaders())) {
      request.setRequestHeader(name, value)
    }
    request.send(form)
  })
}
