const EVENT = 'milepost-courses'

/** Offers dropped files to the screen of saved courses. Returns whether it took them. */
export function offerCourses(files: readonly File[]): boolean {
  return !window.dispatchEvent(new CustomEvent(EVENT, { detail: files, cancelable: true }))
}

/** Takes the files that are dropped anywhere on the page. Returns a function that stops this. */
export function onDroppedCourses(take: (files: readonly File[]) => void): () => void {
  const listen = (event: Event) => {
    event.preventDefault()
    take((event as CustomEvent<readonly File[]>).detail)
  }
  window.addEventListener(EVENT, listen)
  return () => window.removeEventListener(EVENT, listen)
}
