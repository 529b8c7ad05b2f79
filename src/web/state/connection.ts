import { useSyncExternalStore } from 'react'
import { ApiError } from '@/web/api/client/api-error'

/** Connection to the server: `offline` if this device has no network, `unreachable` if the server does not respond. */
export type Connection = 'online' | 'offline' | 'unreachable'

/** No response, or an error of a proxy that received none. */
const NO_RESPONSE_STATUSES = [0, 502, 504]

const state = { isLost: false }
const listeners = new Set<() => void>()

function announce(): void {
  for (const listener of listeners) listener()
}

/** Whether a request failed because the server did not respond, so that retrying later may succeed. */
export const isConnectionError = (error: unknown): boolean =>
  error instanceof ApiError && NO_RESPONSE_STATUSES.includes(error.status)

/** Records whether the server responded to the latest request. */
export function recordConnection(hasResponse: boolean): void {
  if (state.isLost === !hasResponse) return
  state.isLost = !hasResponse
  announce()
}

/** The last known state of the connection. */
export function currentConnection(): Connection {
  if (!navigator.onLine) return 'offline'
  return state.isLost ? 'unreachable' : 'online'
}

/** Calls `listener` each time the connection is lost or restored; returns a function that unsubscribes. */
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
