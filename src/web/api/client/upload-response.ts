import type { Workout } from '@/web/api/workouts/workouts'
import { getField } from './api-error'

/** A workout that an upload created or replaced, or the existing one that it duplicates. */
export type UploadedWorkout = {
  id: string
  title: string
  /** Parts of the recording that were skipped; absent if there were none. */
  warnings?: NonNullable<Workout['import_warnings']>
}

/** The result for one file, with the server's message. */
export type FileResult = { result: string; reason: string }

/** The result of an upload. */
export type UploadResult = {
  workouts: UploadedWorkout[]
  /** The result for each file; absent if the server does not list files. */
  files?: FileResult[]
  /** The id of the import, whose report can be fetched later; absent if no report was stored. */
  importId?: string
  /** The task that continues importing an archive in the background; null if the import is complete. */
  taskId: string | null
}

/** A change to the upload that would allow a rejected file to be imported. */
export type MissingDetails = {
  code: string
  text: string
  /** The file's name for its sport. */
  name?: string
  /** Number of readable points in a truncated file. */
  points?: number
  /** Time of the last readable point. */
  until?: string
}

/** The failed files of an archive, as path and message; empty if the response lists none. */
export function listFailedFiles(body: unknown): [path: string, message: string][] {
  const failed = getField(body, 'errored_workouts')
  if (typeof failed !== 'object' || failed === null) return []
  return Object.entries(failed).map(([path, message]) => [path, String(message)])
}

/** Number of workouts created from an archive although other files of it failed. */
export function countCreated(body: unknown): number {
  const count = getField(body, 'new_workouts')
  return typeof count === 'number' ? count : 0
}

/** Returns the remedy that an error response suggests, or undefined. */
export function parseMissingDetails(body: unknown): MissingDetails | undefined {
  const missingDetails = getField(body, 'remedy')
  const code = getText(missingDetails, 'code')
  const points = getField(missingDetails, 'points')
  const [name, until] = [getText(missingDetails, 'name'), getText(missingDetails, 'until')]
  if (code === undefined) return undefined
  return {
    code,
    text: getText(missingDetails, 'text') ?? '',
    ...(name !== undefined && { name }),
    ...(typeof points === 'number' && { points }),
    ...(until !== undefined && { until }),
  }
}

/** Parses the response to an upload. */
export function readUploadResponse(body: unknown): UploadResult {
  const data = getField(body, 'data')
  const outcome = getField(body, 'import')
  const [workouts, files] = [getField(data, 'workouts'), getField(outcome, 'files')]
  const importId = getText(outcome, 'id')
  return {
    workouts: Array.isArray(workouts) ? workouts.flatMap(parseUploadedWorkout) : [],
    ...(Array.isArray(files) && { files: files.map(parseFileResult) }),
    ...(importId !== undefined && { importId }),
    taskId: getText(data, 'task_id') ?? null,
  }
}

const parseFileResult = (file: unknown): FileResult => ({
  result: getText(file, 'result') ?? '',
  reason: getText(file, 'reason') ?? '',
})

function parseUploadedWorkout(workout: unknown): UploadedWorkout[] {
  const id = getText(workout, 'id')
  if (id === undefined) return []
  const warnings = getField(workout, 'import_warnings')
  return [
    {
      id,
      title: getText(workout, 'title') ?? '',
      ...(Array.isArray(warnings) && warnings.length > 0 && { warnings }),
    },
  ]
}

function getText(body: unknown, name: string): string | undefined {
  const value = getField(body, name)
  return typeof value === 'string' ? value : undefined
}
