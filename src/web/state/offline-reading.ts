import { useSyncExternalStore } from 'react'
import { toServerPath } from '@/web/api/client/server-path'
import { getSessionAccount } from './account'

/** Queries whose data on screen comes from this device, because the server does not respond. */
const restored = new Set<string>()
const listeners = new Set<() => void>()

const getKey = () => `milepost.offline${toServerPath('')}`

/** The account whose workouts are stored on this device, or null. */
export const getOfflineAccount = (): string | null => localStorage.getItem(getKey())

/** Whether the workouts of the account in the session are stored on this device. */
export function isOfflineReadingOn(): boolean {
  const account = getOfflineAccount()
  return account !== null && account === getSessionAccount()
}

/** Sets the account whose workouts are stored on this device; null for none. */
export function setOfflineAccount(account: string | null): void {
  if (account === null) localStorage.removeItem(getKey())
  else localStorage.setItem(getKey(), account)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether offline reading is on, as React state. */
export const useOfflineReading = (): boolean => useSyncExternalStore(subscribe, isOfflineReadingOn)

/** Records that the data of a query comes from this device. */
export const markRestored = (queryHash: string): void => void restored.add(queryHash)

/** Whether the data of a query comes from this device. */
export const isRestored = (queryHash: string): boolean => restored.has(queryHash)

/** Returns the queries whose data comes from this device, and clears the list. */
export function takeRestored(): ReadonlySet<string> {
  const all = new Set(restored)
  restored.clear()
  return all
}
