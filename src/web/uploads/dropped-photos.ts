const EVENT = 'milepost-photos'

/** Offers dropped photos to the page of a workout. Returns whether one took them. */
export function offerPhotos(files: readonly File[]): boolean {
  return !window.dispatchEvent(new CustomEvent(EVENT, { detail: files, cancelable: true }))
}

/** Takes the photos that are dropped anywhere on the page. Returns a function that stops this. */
export function onDroppedPhotos(take: (files: readonly File[]) => void): () => void {
  const listen = (event: Event) => {
    event.preventDefault()
    take((event as CustomEvent<readonly File[]>).detail)
  }
  window.addEventListener(EVENT, listen)
  return () => window.removeEventListener(EVENT, listen)
}

/** Whether a file is a photo, as its type says. */
export const isPhotoFile = ({ type }: File): boolean => type.startsWith('image/')
