import { useSyncExternalStore } from 'react'
import { getSessionToken, getTokenAccount, getTokenKey } from './stored-token'

/** What the page does when the session on this device changes. */
export interface SessionPage {
  /** Whether the page has changes that would be lost if it were replaced by the login page. */
  isUnsaved: () => boolean
  /** Called when a user has logged in on a page without a session. */
  onStart: () => void
  /** Called when the session has ended, by logging out or because the server rejected the token. */
  onEnd: () => void
  /** Called when another account has logged in on this device: nothing of the page may remain. */
  onOtherAccount: () => void
}

/** A rejected session on a page that stays until its user has logged in again. */
interface Pause {
  token: string
  waiting: ((isRenewed: boolean) => void)[]
}

interface State {
  page: SessionPage | null
  /** The token before the latest change by another tab. */
  token: string | null
  pause: Pause | null
  hasEnded: boolean
}

const state: State = { page: null, token: null, pause: null, hasEnded: false }
const listeners = new Set<() => void>()

function announce(): void {
  state.token = currentToken()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The token, or while the session is paused the rejected one: the page still belongs to its account. */
const currentToken = (): string | null => state.pause?.token ?? getSessionToken()

/** Connects the page to the session, and to logins and logouts in other tabs. */
export function followSession(page: SessionPage): void {
  state.page = page
  state.token = getSessionToken()
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key === getTokenKey()) followOtherTab()
  })
}

function followOtherTab(): void {
  const token = getSessionToken()
  const before = state.token
  if (token !== null) continueWith(token)
  // Another tab that was opened for the login deletes the rejected token first.
  else if (before !== null && (state.pause || state.page?.isUnsaved())) pause(before)
  else {
    state.hasEnded = before !== null
    announce()
    state.page?.onEnd()
  }
}

/** Continues with a new token if it belongs to the account of the page. */
function continueWith(token: string): void {
  const before = state.token
  state.hasEnded = false
  if (before === null || getTokenAccount(before) === getTokenAccount(token)) {
    settle(true)
    announce()
    if (before === null) state.page?.onStart()
  } else state.page?.onOtherAccount()
}

function pause(token: string): void {
  state.pause ??= { token, waiting: [] }
  announce()
}

/** Ends the pause, if there is one, and lets the waiting requests continue or fail. */
function settle(isRenewed: boolean): void {
  const waiting = state.pause?.waiting ?? []
  state.pause = null
  for (const resolve of waiting) resolve(isRenewed)
}

/** Stores the token of a new login on this device. */
export function startSession(token: string): void {
  localStorage.setItem(getTokenKey(), token)
  continueWith(token)
}

/** Deletes the token and everything that depends on the session. */
export function endSession(reason: 'logout' | 'rejected' = 'logout'): void {
  localStorage.removeItem(getTokenKey())
  settle(false)
  state.hasEnded = reason === 'rejected'
  announce()
  state.page?.onEnd()
}

/**
 * Called when the server has rejected a token. A page with unsaved changes, or one whose change was rejected, stays and
 * asks for the password. Otherwise the session ends. Returns whether the request can be sent again.
 */
export async function renewSession(rejected: string, isChange: boolean): Promise<boolean> {
  const token = getSessionToken()
  if (token !== null && token !== rejected)
    return getTokenAccount(token) === getTokenAccount(rejected)
  const hasEnded = token === null && !state.pause
  if (hasEnded) return false
  if (!state.pause && !isChange && !state.page?.isUnsaved()) {
    endSession('rejected')
    return false
  }
  pause(rejected)
  return waitForSession()
}

/** Waits while the session is paused. Returns false if it was ended instead of renewed. */
export function waitForSession(): Promise<boolean> {
  const { pause: paused } = state
  if (!paused) return Promise.resolve(true)
  return new Promise((resolve) => paused.waiting.push(resolve))
}

/** The token as React state; updated by logins and logouts in other tabs too. */
export function useSessionToken(): string | null {
  return useSyncExternalStore(subscribe, currentToken)
}

/** Whether the page waits for its user to log in again. */
export const useIsSessionPaused = (): boolean =>
  useSyncExternalStore(subscribe, () => state.pause !== null)

/** Whether the last session on this page ended without logging out here. */
export const hasSessionEnded = (): boolean => state.hasEnded
