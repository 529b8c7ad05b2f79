import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { SEARCH_EVENT } from '@/web/shell/SearchButton'
import { singleKeysWork } from '@/web/state/shortcuts'
import { moveInList } from './rows'

/** What keys open over a screen. */
export type Overlay = 'palette' | 'help'

const FIELDS = 'input, textarea, select, [contenteditable], [role="combobox"], [role="listbox"]'

/** A window that has just been closed keeps the focus in a field of its own until the page is drawn again. */
const isTyping = ({ target, isComposing }: KeyboardEvent) =>
  isComposing ||
  (target instanceof Element && target.closest(FIELDS) !== null && target.checkVisibility())

/** Nothing happens behind a window that is open over the page. */
const isCovered = () => document.querySelector('dialog[open]') !== null

/** Does what single keys are for, and opens the search with Ctrl or ⌘ and K; never while somebody types. */
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
      if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') return single['/']
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
