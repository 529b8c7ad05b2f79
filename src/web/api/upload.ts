import { ApiError } from './api-error'
import { requestHeaders } from './client'
import { serverPath } from './server-path'
import { readUploadAnswer, type UploadResult } from './upload-answer'

/** What accompanies an uploaded file. */
export type UploadDetails = {
  /** Absent: the sport that the recording itself names. */
  sport_id?: number
  title?: string
  notes?: string
  /** What becomes of a recording that repeats a workout; it makes another one unless this says otherwise. */
  duplicates?: 'skip'
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
