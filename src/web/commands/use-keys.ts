import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { singleKeysWork } from '@/web/state/shortcuts'
import { isSearchKey } from './key-buffer'
import { SEARCH_EVENT } from './search-event'

/** Height in pixels of the header at the top of the window, plus a margin. */
const HEADER_HEIGHT = 76

/**
 * Moves the focus to the next (1) or previous (-1) row of the lists on a screen. If no row has the focus, the first
 * visible row receives it.
 */
function moveInList(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')]
  const current = rows.findIndex((row) => row.contains(document.activeElement))
  const inView = rows.findIndex((row) => row.getBoundingClientRect().top >= HEADER_HEIGHT)
  const row = rows[current < 0 ? inView : current + step]
  row?.querySelector<HTMLElement>('a[href], button')?.focus()
  const hidden = HEADER_HEIGHT - (row?.getBoundingClientRect().top ?? HEADER_HEIGHT)
  if (hidden > 0) window.scrollBy(0, -hidden)
}

/** Dialogs that shortcuts open over a screen. */
export type Overlay = 'palette' | 'help'

const FIELDS = 'input, textarea, select, [contenteditable], [role="combobox"], [role="listbox"]'

/**
 * Whether the user is typing in a field. Invisible fields are ignored, because a dialog that was just closed keeps the
 * focus until the page renders again.
 */
const isTyping = ({ target, isComposing }: KeyboardEvent) =>
  isComposing ||
  (target instanceof Element && target.closest(FIELDS) !== null && target.checkVisibility())

/** Whether a dialog covers the page; shortcuts must not act behind it. */
const isCovered = () => document.querySelector('dialog[open]') !== null

/** Handles single-key shortcuts, and Ctrl+K or ⌘K for the search. Ignores single keys while the user is typing. */
export function useKeys(open: (overlay: Overlay) => void): void {
  const navigate = useNavigate()
  useEffect(() => {
    const single: Record<string, () => void> = {
      '/': () => open('palette'),
      '?': () => open('help'),
      j: () => moveInList(1),
      k: () => moveInList(-1),
      n: () => void navigate({ to: '/workouts/add' }),
    }
    const actionOf = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event
      if (event.defaultPrevented || isCovered()) return undefined
      if (isSearchKey(event)) return single['/']
      if (ctrlKey || metaKey || altKey || !singleKeysWork() || isTyping(event)) return undefined
      return single[key]
    }
    const press = (event: KeyboardEvent) => {
      const action = actionOf(event)
      if (!action) return
      event.preventDefault()
      action()
    }
    const search = () => open('palette')
    window.addEventListener('keydown', press)
    window.addEventListener(SEARCH_EVENT, search)
    return () => {
      window.removeEventListener('keydown', press)
      window.removeEventListener(SEARCH_EVENT, search)
    }
  }, [navigate, open])
}
