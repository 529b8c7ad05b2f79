/** Exit codes that shells report for a command ended by a signal: 128 plus the number of the signal. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const

/** The user or the system has asked a command to stop, with Ctrl-C or SIGTERM. */
export class InterruptedError extends Error {
  override name = 'InterruptedError'
}

/**
 * Lets a command stop cleanly after Ctrl-C or SIGTERM. The command regularly calls `check`, which throws, so that
 * partial files are removed as after any other error. A second signal ends the process immediately; the next run then
 * removes the partial files.
 */
export class Interruption {
  readonly #controller = new AbortController()
  #exitCode: number | undefined
  #isListening = false

  /** Handles the signals until `end` is called. */
  listen(): void {
    if (this.#isListening) return
    this.#isListening = true
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, this.#interrupt)
  }

  /** The exit code for the received signal; undefined if there was no signal. */
  get exitCode(): number | undefined {
    return this.#exitCode
  }

  /** Aborts when a signal arrives. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** @throws InterruptedError after a signal. */
  check(): void {
    if (this.#exitCode !== undefined) throw new InterruptedError('Interrupted.')
  }

  /** Restores the default handling of the signals. */
  end(): void {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, this.#interrupt)
    this.#isListening = false
  }

  readonly #interrupt = (signal: keyof typeof EXIT_CODES) => {
    if (this.#exitCode !== undefined) process.exit(this.#exitCode)
    this.#exitCode = EXIT_CODES[signal]
    this.#controller.abort(new InterruptedError('Interrupted.'))
  }
}
