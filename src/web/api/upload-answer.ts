import { fieldOf } from './api-error'

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
