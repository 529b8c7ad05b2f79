const TEXTS = {
  truncated: 'stored points are truncated',
  damaged: 'stored points are damaged',
  unknownVersion: 'stored points were written by a later version',
} as const

/** Why stored points cannot be read back. */
export class StreamError extends Error {
  override name = 'StreamError'

  constructor(kind: keyof typeof TEXTS, options?: ErrorOptions) {
    super(TEXTS[kind], options)
  }
}
