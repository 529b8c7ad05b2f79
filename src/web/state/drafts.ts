import { toServerPath } from '@/web/api/client/server-path'
import { getSessionAccount } from './account'

/** A text that was typed but not sent, and when it was last changed, in milliseconds since 1970. */
type Draft = { text: string; savedAt: number }

const MAX_DRAFTS = 50
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000

const prefix = () => `milepost.drafts${toServerPath('')}.`

function readDrafts(account: string): Record<string, Draft> {
  try {
    return JSON.parse(localStorage.getItem(prefix() + account) ?? '{}')
  } catch {
    return {}
  }
}

/** Keeps the newest drafts. Without space in the browser nothing is stored. */
function writeDrafts(account: string, drafts: Record<string, Draft>, now: number): void {
  const newest = Object.entries(drafts)
    .filter(([, { savedAt }]) => now - savedAt < MAX_AGE_MS)
    .sort(([, one], [, other]) => other.savedAt - one.savedAt)
    .slice(0, MAX_DRAFTS)
  try {
    if (newest.length === 0) localStorage.removeItem(prefix() + account)
    else localStorage.setItem(prefix() + account, JSON.stringify(Object.fromEntries(newest)))
  } catch {
    // The text is still in its field.
  }
}

/** Returns the account's draft of a text on this device; undefined if there is none. */
export function findDraft(key: string): string | undefined {
  const account = getSessionAccount()
  return account === null ? undefined : readDrafts(account)[key]?.text
}

/** Stores a draft for the account on this device; an empty text deletes it. */
export function saveDraft(key: string, text: string): void {
  const account = getSessionAccount()
  if (account === null) return
  const { [key]: _, ...others } = readDrafts(account)
  const now = Date.now()
  writeDrafts(account, text === '' ? others : { ...others, [key]: { text, savedAt: now } }, now)
}

/** Deletes the drafts of all accounts on this device. */
export function deleteDrafts(): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(prefix())) localStorage.removeItem(key)
}
