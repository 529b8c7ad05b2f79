import { useEffect, useRef, useSyncExternalStore } from 'react'

/** Resolves the question whether to leave the page, with whether its changes are discarded. */
type Decision = (isDiscarded: boolean) => void

/** The forms with unsaved changes, and what discarding these does. */
const unsaved = new Map<symbol, (() => void) | undefined>()
const state: { decide: Decision | null } = { decide: null }
const listeners = new Set<() => void>()

function setDecision(decide: Decision | null): void {
  state.decide = decide
  for (const listener of listeners) listener()
}

/** Whether any form on this page has changes that were not saved. */
export const hasUnsavedChanges = (): boolean => unsaved.size > 0

/** Drops the protection of all unsaved changes. */
export const discardUnsavedChanges = (): void => unsaved.clear()

/** Returns whether the page may be left. With unsaved changes the user is asked, and may discard them. */
export function confirmLeaving(): Promise<boolean> {
  state.decide?.(false)
  if (!hasUnsavedChanges()) return Promise.resolve(true)
  return new Promise((resolve) =>
    setDecision((isDiscarded) => {
      setDecision(null)
      if (isDiscarded) {
        for (const discard of unsaved.values()) discard?.()
        discardUnsavedChanges()
      }
      resolve(isDiscarded)
    }),
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The open question of `confirmLeaving`, or null. Call it with the user's decision. */
export const useLeavingDecision = (): Decision | null =>
  useSyncExternalStore(subscribe, () => state.decide)

/**
 * Protects the page against being left while `isUnsaved`: navigation asks first, and so does the browser on reload.
 * `onDiscard` is called when the user decides to discard the changes.
 */
export function useUnsavedChanges(isUnsaved: boolean, onDiscard?: () => void): void {
  const latest = useRef(onDiscard)
  useEffect(() => {
    latest.current = onDiscard
  })
  useEffect(() => {
    if (!isUnsaved) return
    const form = Symbol('form')
    unsaved.set(form, () => latest.current?.())
    return () => {
      unsaved.delete(form)
    }
  }, [isUnsaved])
}
