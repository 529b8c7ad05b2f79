/** Room that the header takes at the top of the window, and a little more, in pixels. */
const HEADER = 76

/** Moves the focus to the next (1) or previous (-1) entry of the lists on a screen; at first to the first in view. */
export function moveInList(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')]
  const current = rows.findIndex((row) => row.contains(document.activeElement))
  const inView = rows.findIndex((row) => row.getBoundingClientRect().top >= HEADER)
  const row = rows[current < 0 ? inView : current + step]
  row?.querySelector<HTMLElement>('a[href], button')?.focus()
  const hidden = HEADER - (row?.getBoundingClientRect().top ?? HEADER)
  if (hidden > 0) window.scrollBy(0, -hidden)
}
