import { useSyncExternalStore } from 'react'

const KEY = 'milepost.keys'
const OFF = 'off'

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** Whether single keys do something in this browser; those who speak to it or hit keys by accident turn them off. */
export const singleKeysWork = (): boolean => localStorage.getItem(KEY) !== OFF

/** Turns single keys on or off in this browser (WCAG 2.1.4). */
export function setSingleKeys(work: boolean): void {
  if (work) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, OFF)
  for (const listener of listeners) listener()
}

/** Whether single keys do something, as React state. */
export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, singleKeysWork)
