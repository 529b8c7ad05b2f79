import { ApiError } from './api-error'
import { requestHeaders } from './request-headers'
import { serverPath } from './server-path'
import { readUploadAnswer, type UploadResult } from './upload-answer'

/** What accompanies an uploaded file. */
export type UploadDetails = {
  /** Absent: the sport that the recording itself names. */
  sport_id?: number
  /** The sport of recordings that name none which is known. */
  default_sport_id?: number
  title?: string
  notes?: string
  /** What becomes of a recording that repeats a workout; it makes another one unless this says otherwise. */
  duplicates?: 'skip' | 'replace-if-richer' | 'flag' | 'allow'
  /** Whether what is there of a file that ends in the middle is read. */
  accept_partial?: boolean
  /** For a track without times: when it was begun, `YYYY-MM-DD HH:MM`, and its seconds. */
  workout_date?: string
  duration?: number
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Sends one file and reports the sent share (0 to 1) on the way; fetch cannot report it.
 *
 * @throws ApiError with the server's words, or with status 0 when the connection failed
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
      const body = parsed(request.responseText)
      if (request.status < 300) resolve(readUploadAnswer(body))
      else reject(new ApiError(request.status, body))
    }
    request.open('POST', serverPath('/api/workouts'))
    for (const [name, value] of Object.entries(requestHeaders())) {
      request.setRequestHeader(name, value)
    }
    request.send(form)
  })
}
