import { useSyncExternalStore } from 'react'
import { ApiError } from '@/web/api/api-error'

/** Whether the server can be asked: `offline` when this device has no network, `unreachable` when nothing answers. */
export type Connection = 'online' | 'offline' | 'unreachable'

/** No answer, or that of a proxy which got none. */
const NO_ANSWER = [0, 502, 504]

const state = { isLost: false }
const listeners = new Set<() => void>()

function announce(): void {
  for (const listener of listeners) listener()
}

/** Whether something failed because the server did not answer, which it may later. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && NO_ANSWER.includes(error.status)

/** Notes whether the server has just answered. */
export function noteAnswer(answered: boolean): void {
  if (state.isLost === !answered) return
  state.isLost = !answered
  announce()
}

/** Whether the server can be asked now, as far as is known. */
export function currentConnection(): Connection {
  if (!navigator.onLine) return 'offline'
  return state.isLost ? 'unreachable' : 'online'
}

/** Calls back whenever the connection is lost or found; answers how to stop it. */
export function onConnection(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** The connection as React state. */
export const useConnection = (): Connection => useSyncExternalStore(onConnection, currentConnection)
