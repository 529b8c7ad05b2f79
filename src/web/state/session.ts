import { useSyncExternalStore } from 'react'
import { sessionToken, tokenKey } from './stored-token'

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

/** Remembers the token of a fresh login on this device. */
export function startSession(token: string): void {
  localStorage.setItem(tokenKey(), token)
  announce()
}

/** Forgets the token; every part of the page that shows the account notices. */
export function endSession(): void {
  localStorage.removeItem(tokenKey())
  announce()
}

/** The token as React state; follows logins and logouts in other tabs too. */
export function useSessionToken(): string | null {
  return useSyncExternalStore(subscribe, sessionToken)
}

/** Calls back whenever the session on this device has ended, by logging out or by a refused token. */
export function onSessionEnd(callback: () => void): void {
  subscribe(() => {
    if (sessionToken() === null) callback()
  })
}
