import { ApiError, fieldOf } from './api-error'
import { requestHeaders } from './client'

/** What accompanies an uploaded file. */
export type UploadDetails = { sport_id: number; title?: string; notes?: string }

/** What the server made of an uploaded file. */
export type UploadResult = {
  /** Short ids of the workouts that were created. */
  workoutIds: string[]
  /** Whether the server goes on importing an archive after its answer. */
  inProgress: boolean
}

/** The failed members of an archive, path to text; empty when the answer names none. */
export function failedMembers(body: unknown): [path: string, message: string][] {
  const failed = fieldOf(body, 'errored_workouts')
  if (typeof failed !== 'object' || failed === null) return []
  return Object.entries(failed).map(([path, message]) => [path, String(message)])
}

/** Reads the answer to an upload. */
export function readUploadAnswer(body: unknown): UploadResult {
  const workouts = fieldOf(fieldOf(body, 'data'), 'workouts')
  const ids = Array.isArray(workouts) ? workouts.map((workout) => fieldOf(workout, 'id')) : []
  return {
    workoutIds: ids.filter((id) => typeof id === 'string'),
    inProgress: fieldOf(body, 'status') === 'in_progress',
  }
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
    request.open('POST', '/api/workouts')
    for (const [name, value] of Object.entries(requestHeaders())) {
      request.setRequestHeader(name, value)
    }
    request.send(form)
  })
}
