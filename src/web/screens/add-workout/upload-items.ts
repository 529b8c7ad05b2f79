import type { UploadDetails } from '@/web/api/upload'
import type { UploadResult } from '@/web/api/upload-answer'
import type { SportGuess } from './guess-sport'
import type { ArchiveContents } from './look-into-archive'

/** Where a chosen file stands. */
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
  /** Whether it was looked into: until then nobody knows what it is sent as. */
  isKnown?: boolean
  /** What the file calls its sport; undefined until it was looked for. */
  guess?: SportGuess | undefined
  /** What is in an archive; undefined for other files, and until it was looked at. */
  contents?: ArchiveContents | undefined
  /** The sport that was chosen for the file: null for the one that it names itself, undefined while nothing was. */
  sport?: number | null | undefined
  /** What was answered to questions of the server. */
  answers?: UploadDetails | undefined
}

/** What is found out, chosen or answered about a file. */
export type UploadFacts = Partial<
  Pick<UploadItem, 'isKnown' | 'guess' | 'contents' | 'sport' | 'answers'>
>

/** What can happen to the chosen files. */
export type UploadAction =
  /** `from` is the id of the first file; those of the others follow. */
  | { type: 'add'; files: readonly File[]; from: number }
  | { type: 'remove'; id: number }
  | { type: 'update'; id: number; state: UploadState }
  | { type: 'note'; id: number; facts: UploadFacts }
  | { type: 'sport'; sport: number | null }

/** The chosen files after something happened. */
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

const isUnsent = ({ state }: UploadItem) => state.phase === 'waiting' || state.phase === 'failed'

/** Files that an upload would send now: new ones, and failed ones for another try. */
export const unsent = (items: readonly UploadItem[]): UploadItem[] => items.filter(isUnsent)

/** Whether a file is an archive of recordings. */
export const isArchive = ({ file }: Pick<UploadItem, 'file'>): boolean => /\.zip$/i.test(file.name)

/**
 * The sport that a file is shown with: what was chosen, else null for what it names itself. A file that names none gets
 * the sport of such files, or stays without one until it is chosen (undefined).
 */
export function sportOf(item: UploadItem, usual: number | null): number | null | undefined {
  // The export of a service is recognised only without a sport for all that is in it.
  if (item.contents?.service) return null
  if (item.sport !== undefined) return item.sport
  return item.guess?.kind === 'none' ? (usual ?? undefined) : null
}

/** What accompanies a file: what holds for all, its sport, and what was answered about it. */
export function detailsOf(
  item: UploadItem,
  { common, usual }: { common: UploadDetails; usual: number | null },
): UploadDetails {
  const sport = sportOf(item, usual)
  return {
    ...common,
    ...(sport && { sport_id: sport }),
    ...item.answers,
  }
}

/** Where to go after everything was sent: only when there is one file, to its one new workout or to its import. */
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
