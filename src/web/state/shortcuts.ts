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

/**
 * Whether single-key shortcuts are enabled in this browser. Users of speech input, or those who press keys by accident,
 * can turn them off.
 */
export const singleKeysWork = (): boolean => localStorage.getItem(KEY) !== OFF

/** Enables or disables single-key shortcuts in this browser (WCAG 2.1.4). */
export function setSingleKeys(work: boolean): void {
  if (work) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, OFF)
  for (const listener of listeners) listener()
}

/** Whether single-key shortcuts are enabled, as React state. */
export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, singleKeysWork)
