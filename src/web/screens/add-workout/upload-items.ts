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

/** The workout to show after everything was sent: only when there is exactly one file and it made one workout. */
export function soleWorkout(results: readonly (UploadResult | null)[]): string | undefined {
  const [result, ...others] = results
  if (!result || others.length > 0 || result.workoutIds.length !== 1) return undefined
  return result.workoutIds[0]
}
