/** Why a command failed. Each kind has its own exit code. */
export type FailureKind = 'failed' | 'usage' | 'notFound' | 'locked' | 'denied' | 'partlyDone'

/** An error for the person who runs a command. The message says what happened, and then what to do. */
export class Failure extends Error {
  override name = 'Failure'
  readonly kind: FailureKind

  constructor(kind: FailureKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}
