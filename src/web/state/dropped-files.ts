let waiting: File[] = []

/** Hands files over to the upload screen, which is about to open. */
export function offerFiles(files: readonly File[]): void {
  waiting = [...files]
}

/** The files handed over, once: a second call answers none. */
export function takeFiles(): File[] {
  const files = waiting
  waiting = []
  return files
}
