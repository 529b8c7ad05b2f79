import { fieldOf } from './api-error'
import type { Workout } from './workouts'

/** A workout that an upload created, replaced or found already there. */
export type UploadedWorkout = {
  id: string
  title: string
  /** What was passed over when the recording was read; absent when nothing was. */
  warnings?: NonNullable<Workout['import_warnings']>
}

/** What became of one file, in the server's words. */
export type FileOutcome = { result: string; reason: string }

/** What the server made of an uploaded file. */
export type UploadResult = {
  workouts: UploadedWorkout[]
  /** What became of each file, where the server tells it. */
  files?: FileOutcome[]
  /** The import whose report is kept; absent without one. */
  importId?: string
  /** The task that goes on importing an archive after the answer; null when nothing is left to do. */
  taskId: string | null
}

/** What would let a refused file be read after all. */
export type Remedy = {
  code: string
  text: string
  /** What the file calls its sport. */
  name?: string
  /** How many points there are of a file that ends in the middle. */
  points?: number
  /** Time of the last of them. */
  until?: string
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

/** The remedy that a refusal names, or undefined. */
export function readRemedy(body: unknown): Remedy | undefined {
  const remedy = fieldOf(body, 'remedy')
  const code = textIn(remedy, 'code')
  const points = fieldOf(remedy, 'points')
  const [name, until] = [textIn(remedy, 'name'), textIn(remedy, 'until')]
  if (code === undefined) return undefined
  return {
    code,
    text: textIn(remedy, 'text') ?? '',
    ...(name !== undefined && { name }),
    ...(typeof points === 'number' && { points }),
    ...(until !== undefined && { until }),
  }
}

/** Reads the answer to an upload. */
export function readUploadAnswer(body: unknown): UploadResult {
  const data = fieldOf(body, 'data')
  const outcome = fieldOf(body, 'import')
  const [workouts, files] = [fieldOf(data, 'workouts'), fieldOf(outcome, 'files')]
  const importId = textIn(outcome, 'id')
  return {
    workouts: Array.isArray(workouts) ? workouts.flatMap(uploadedWorkout) : [],
    ...(Array.isArray(files) && { files: files.map(fileOutcome) }),
    ...(importId !== undefined && { importId }),
    taskId: textIn(data, 'task_id') ?? null,
  }
}

const fileOutcome = (file: unknown): FileOutcome => ({
  result: textIn(file, 'result') ?? '',
  reason: textIn(file, 'reason') ?? '',
})

function uploadedWorkout(workout: unknown): UploadedWorkout[] {
  const id = textIn(workout, 'id')
  if (id === undefined) return []
  const warnings = fieldOf(workout, 'import_warnings')
  return [
    {
      id,
      title: textIn(workout, 'title') ?? '',
      ...(Array.isArray(warnings) && warnings.length > 0 && { warnings }),
    },
  ]
}

function textIn(body: unknown, name: string): string | undefined {
  const value = fieldOf(body, name)
  return typeof value === 'string' ? value : undefined
}
