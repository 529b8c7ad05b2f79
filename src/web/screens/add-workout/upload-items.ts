import { ApiError } from '@/web/api/client/api-error'
import type { UploadDetails } from '@/web/api/client/upload'
import { countCreated, type UploadResult } from '@/web/api/client/upload-response'
import { isArchiveFile } from '@/web/uploads/dropped-photos'
import type { SportGuess } from './guess-sport'
import type { ArchiveContents } from './inspect-archive'

/** Progress of a chosen file. */
export type UploadState =
  | { phase: 'waiting' }
  | { phase: 'sending'; share: number }
  | { phase: 'done'; result: UploadResult }
  | { phase: 'failed'; error: unknown }

/** A chosen file. */
export type UploadItem = {
  id: number
  file: File
  state: UploadState
  /** Whether the file has been inspected. Until then its sport and contents are unknown. */
  isKnown?: boolean
  /** The sport found in the file; undefined until it has been inspected. */
  guess?: SportGuess | undefined
  /** The contents of an archive; undefined for other files, and until it has been inspected. */
  contents?: ArchiveContents | undefined
  /** The sport chosen for the file: null to use the file's own, undefined if none has been chosen. */
  sport?: number | null | undefined
  /** Missing details that the user has entered for this file. */
  addedDetails?: UploadDetails | undefined
}

/** Facts about a file that are detected, chosen or entered after it was added. */
export type UploadFacts = Partial<
  Pick<UploadItem, 'isKnown' | 'guess' | 'contents' | 'sport' | 'addedDetails'>
>

/** Changes to the list of chosen files. */
export type UploadAction =
  /** `from` is the id of the first file; the others get consecutive ids. */
  | { type: 'add'; files: readonly File[]; from: number }
  | { type: 'remove'; id: number }
  | { type: 'update'; id: number; state: UploadState }
  | { type: 'note'; id: number; facts: UploadFacts }
  | { type: 'sport'; sport: number | null }

/** Returns the list of files after an action. */
export function uploadReducer(items: readonly UploadItem[], action: UploadAction): UploadItem[] {
  const change = (id: number, facts: Partial<UploadItem>) =>
    items.map((item) => (item.id === id ? { ...item, ...facts } : item))
  switch (action.type) {
    case 'add': {
      const added = action.files.map((file, offset) => ({
        id: action.from + offset,
        file,
        state: { phase: 'waiting' } as const,
      }))
      return [...items, ...added]
    }
    case 'remove':
      return items.filter(({ id }) => id !== action.id)
    case 'update':
      return change(action.id, { state: action.state })
    case 'note':
      return change(action.id, action.facts)
    case 'sport':
      return items.map((item) => (isUnsent(item) ? { ...item, sport: action.sport } : item))
  }
}

const isUnsent = ({ state }: UploadItem) =>
  state.phase === 'waiting' || (state.phase === 'failed' && !hasCreatedWorkouts(state.error))

/** Whether part of a failed archive was imported. Sending it again would not help. */
const hasCreatedWorkouts = (error: unknown) =>
  error instanceof ApiError && countCreated(error.body) > 0

/** Files that the next upload sends: new ones, and failed ones to be retried. */
export const unsent = (items: readonly UploadItem[]): UploadItem[] => items.filter(isUnsent)

/** Whether a file is a ZIP archive. */
export const isArchive = ({ file }: Pick<UploadItem, 'file'>): boolean => isArchiveFile(file)

/**
 * The sport shown for a file: the chosen one, or null to use the file's own. A file without a sport gets the default,
 * or undefined until a sport is chosen.
 */
export function getSport(item: UploadItem, defaultSport: number | null): number | null | undefined {
  // The server recognises the export of a service only if no sport is given for the whole archive.
  if (item.contents?.service) return null
  if (item.sport !== undefined) return item.sport
  return item.guess?.kind === 'none' ? (defaultSport ?? undefined) : null
}

/** The details to send with a file: the common ones, its sport, and the missing details entered for it. */
export function getDetails(
  item: UploadItem,
  { common, defaultSport }: { common: UploadDetails; defaultSport: number | null },
): UploadDetails {
  const sport = getSport(item, defaultSport)
  return {
    ...common,
    ...(sport && { sport_id: sport }),
    ...item.addedDetails,
  }
}

/** The page to open after an upload: for a single file, its new workout or its import; undefined otherwise. */
export function soleOutcome(
  results: readonly (UploadResult | null)[],
): { workoutId: string } | { taskId: string } | undefined {
  const [result, ...others] = results
  if (!result || others.length > 0) return undefined
  if (result.taskId !== null) return { taskId: result.taskId }
  const isNew = result.files?.every((file) => file.result === 'new') ?? true
  const [workout, ...more] = result.workouts
  return workout && isNew && more.length === 0 ? { workoutId: workout.id } : undefined
}
