const EVENT = 'milepost-photos'

/** Extensions of photos, for systems that know no type for some of them. */
const PHOTO_NAME = /\.(jpe?g|png|webp|gif|avif|hei[cf])$/i

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

/** Whether a file is a photo, as its type or its name says. */
export const isPhotoFile = ({ type, name }: Pick<File, 'type' | 'name'>): boolean =>
  type.startsWith('image/') || PHOTO_NAME.test(name)

/** Divides files into photos and others, which are recordings and archives. */
export const splitPhotos = (files: readonly File[]): { photos: File[]; recordings: File[] } => ({
  photos: files.filter(isPhotoFile),
  recordings: files.filter((file) => !isPhotoFile(file)),
})

/** Whether a file is a ZIP archive. */
export const isArchiveFile = ({ name }: Pick<File, 'name'>): boolean => /\.zip$/i.test(name)

/** The recording to whose workout chosen photos belong: the only one; undefined for several, none, or an archive. */
export function findSoleRecording(recordings: readonly File[]): File | undefined {
  const [recording, ...others] = recordings
  return recording && others.length === 0 && !isArchiveFile(recording) ? recording : undefined
}
