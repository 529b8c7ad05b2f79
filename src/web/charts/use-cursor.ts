import { useSyncExternalStore } from 'react'
import type { Cursor } from './cursor'

/** The index the cursor points to, as React state. */
export function useCursorIndex(cursor: Cursor): number | null {
  return useSyncExternalStore(cursor.subscribe, cursor.get)
}
