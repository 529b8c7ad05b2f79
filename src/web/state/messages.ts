import { useSyncExternalStore } from 'react'

/** A short message about something that happened, which may offer an action such as undoing it. */
export interface Message {
  text: string
  /** `run` is called at most once; the message closes before. */
  action?: { label: string; run: () => void }
}

const state: { message: Message | null } = { message: null }
const listeners = new Set<() => void>()

function setMessage(message: Message | null): void {
  state.message = message
  for (const listener of listeners) listener()
}

/** Shows a message in the corner of the page, replacing the previous one. */
export const showMessage = (message: Message): void => setMessage(message)

/** Closes a message. Has no effect if another message has replaced it. */
export function closeMessage(message: Message): void {
  if (state.message === message) setMessage(null)
}

/** The message to show, or null. */
export const currentMessage = (): Message | null => state.message

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The message to show, as React state. */
export const useMessage = (): Message | null => useSyncExternalStore(subscribe, currentMessage)
