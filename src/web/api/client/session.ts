import { useSyncExternalStore } from 'react'
import { getSessionToken, getTokenKey } from './stored-token'

const listeners = new Set<() => void>()

function announce(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** Stores the token of a new login on this device. */
export function startSession(token: string): void {
  localStorage.setItem(getTokenKey(), token)
  announce()
}

/** Deletes the token and notifies all components that depend on the session. */
export function endSession(): void {
  localStorage.removeItem(getTokenKey())
  announce()
}

/** The token as React state; updated by logins and logouts in other tabs too. */
export function useSessionToken(): string | null {
  return useSyncExternalStore(subscribe, getSessionToken)
}

/**
 * Calls `callback` each time the session on this device ends, either by logging out or because the server rejected the
 * token.
 */
export function onSessionEnd(callback: () => void): void {
  subscribe(() => {
    if (getSessionToken() === null) callback()
  })
}
