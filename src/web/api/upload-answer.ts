import { fieldOf } from './api-error'

/** A workout that an upload created. */
export type CreatedWorkout = { id: string; title: string }

/** What the server made of an uploaded file. */
export type UploadResult = {
  workouts: CreatedWorkout[]
  /** Whether the file repeats a workout, which is the one that is told, and made none. */
  isKnown?: boolean
  /** The task that goes on importing an archive after the answer; null when nothing is left to do. */
  taskId: string | null
}

/** The failed members of an archive, path to text; empty when the answer names none. */
export function failedMembers(body: unknown): [path: string, message: string][] {
  const failed = fieldOf(body, 'errored_workouts')
  if (typeof failed !== 'object' || failed === null) return []
  return Object.entries(failed).map(([path, message]) => [path, String(message)])
}

/** How many workouts of an archive were created although others failed. */
export function createdAlongside(body: unknown): number {
  const count = fieldOf(body, 'new_workouts')
  return typeof count === 'number' ? count : 0
}

/** Reads the answer to an upload. */
export function readUploadAnswer(body: unknown): UploadResult {
  const data = fieldOf(body, 'data')
  const workouts = fieldOf(data, 'workouts')
  const taskId = fieldOf(data, 'task_id')
  const files = fieldOf(fieldOf(body, 'import'), 'files')
  const isKnown = Array.isArray(files) && fieldOf(files[0], 'result') === 'already there'
  return {
    ...(isKnown && { isKnown }),
    workouts: Array.isArray(workouts) ? workouts.flatMap(createdWorkout) : [],
    taskId: typeof taskId === 'string' ? taskId : null,
  }
}

function createdWorkout(workout: unknown): CreatedWorkout[] {
  const [id, title] = [fieldOf(workout, 'id'), fieldOf(workout, 'title')]
  return typeof id === 'string' ? [{ id, title: typeof title === 'string' ? title : '' }] : []
}
