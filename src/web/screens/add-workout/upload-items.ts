import type { UploadResult } from '@/web/api/upload-answer'

/** Where a chosen file stands. */
export type UploadState =
  | { phase: 'waiting' }
  | { phase: 'sending'; share: number }
  | { phase: 'done'; result: UploadResult }
  | { phase: 'failed'; error: unknown }

/** A chosen file. */
export type UploadItem = { id: number; file: File; state: UploadState }

/** What can happen to the chosen files. */
export type UploadAction =
  | { type: 'add'; files: readonly File[] }
  | { type: 'remove'; id: number }
  | { type: 'update'; id: number; state: UploadState }

/** The chosen files after something happened; ids are never used twice. */
export function uploadReducer(items: readonly UploadItem[], action: UploadAction): UploadItem[] {
  switch (action.type) {
    case 'add': {
      const next = Math.max(0, ...items.map(({ id }) => id)) + 1
      const added = action.files.map((file, offset) => ({
        id: next + offset,
        file,
        state: { phase: 'waiting' } as const,
      }))
      return [...items, ...added]
    }
    case 'remove':
      return items.filter(({ id }) => id !== action.id)
    case 'update':
      return items.map((item) => (item.id === action.id ? { ...item, state: action.state } : item))
  }
}

/** Files that an upload would send now: new ones, and failed ones for another try. */
export function unsent(items: readonly UploadItem[]): UploadItem[] {
  return items.filter(({ state }) => state.phase === 'waiting' || state.phase === 'failed')
}

/** Where to go after everything was sent: only when there is one file, to its one workout or to its import. */
export function soleOutcome(
  results: readonly (UploadResult | null)[],
): { workoutId: string } | { taskId: string } | undefined {
  const [result, ...others] = results
  if (!result || others.length > 0) return undefined
  if (result.taskId !== null) return { taskId: result.taskId }
  const [workout, ...more] = result.workouts
  return workout && more.length === 0 ? { workoutId: workout.id } : undefined
}
