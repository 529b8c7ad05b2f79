/**
 * Marks on the document by which the frame of the page adapts to what a screen contains. They are attributes of the
 * document because styles with `:has()` on an ancestor of everything make browsers recompute the style of every element
 * whenever an element is added anywhere (on a slow phone, half of the time that the dashboard takes).
 *
 * - `wide`: pictures use more of a large screen
 * - `full`: the screen fills the page below the header, without a footer
 * - `lane`: a map stays visible while the page scrolls
 * - `loading`: the content is still placeholders
 * - `dialog`: a modal dialog is open
 */
type PageMark = 'wide' | 'full' | 'lane' | 'loading' | 'dialog'

/** Adds a mark to the document and returns a function that removes it. The mark stays while anything else needs it. */
export function markPage(mark: PageMark): () => void {
  const name = `data-${mark}`
  const root = document.documentElement
  const count = (change: number) => {
    const uses = Number(root.getAttribute(name)) + change
    if (uses > 0) root.setAttribute(name, String(uses))
    else root.removeAttribute(name)
  }
  count(1)
  return () => count(-1)
}

/** Values for `ref`: the document is marked while their element is on the page. */
export const whileShown = {
  wide: () => markPage('wide'),
  full: () => markPage('full'),
  lane: () => markPage('lane'),
  loading: () => markPage('loading'),
} as const
