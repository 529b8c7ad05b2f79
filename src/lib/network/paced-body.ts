/** The minimum speed of a request body. */
export interface Pace {
  /** Bytes that must arrive in each window, unless the body ends. */
  minBytes: number
  /** Milliseconds spent waiting for the client. The time in which the server stores bytes does not count. */
  windowMs: number
}

/**
 * 70 bytes per second is slower than any network over which recordings are uploaded, and stops attacks that send a few
 * bytes per minute.
 */
export const DEFAULT_PACE: Pace = { minBytes: 4096, windowMs: 60_000 }

/** The client sends a body too slowly. */
export class SlowBodyError extends Error {
  override name = 'SlowBodyError'
}

/** The state of a body that is being read. */
export interface BodyReading {
  received: number
  /** Ends reading with an error. Undefined while the reader is not waiting for the client. */
  stop: ((error: Error) => void) | undefined
}

/**
 * Yields the chunks of a body. `reading` is updated continuously, so that its owner can stop it.
 *
 * @throws SlowBodyError when fewer than `minBytes` arrive in a window, or the error that `stop` was called with.
 */
export async function* readPacedChunks(
  body: ReadableStream<Uint8Array> | null,
  pace: Pace = DEFAULT_PACE,
  reading: BodyReading = { received: 0, stop: undefined },
): AsyncGenerator<Uint8Array, void> {
  if (!body) return
  const reader = body.getReader()
  let left = { bytes: pace.minBytes, ms: pace.windowMs }
  try {
    for (;;) {
      const startedAt = performance.now()
      const { value, done } = await readWithin(reader, left.ms, reading)
      if (done) return
      reading.received += value.length
      left.bytes -= value.length
      left.ms -= performance.now() - startedAt
      if (left.bytes <= 0) left = { bytes: pace.minBytes, ms: pace.windowMs }
      yield value
    }
  } finally {
    // Resolves at once for a body that was read completely. It rejects if the client has disconnected.
    await reader.cancel().catch(() => undefined)
  }
}

type Chunk = Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array>['read']>>

function readWithin(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  ms: number,
  reading: BodyReading,
): Promise<Chunk> {
  return new Promise<Chunk>((resolve, reject) => {
    const timer = setTimeout(() => reject(new SlowBodyError('the body arrives too slowly')), ms)
    const end = () => {
      clearTimeout(timer)
      reading.stop = undefined
    }
    reading.stop = (error) => {
      end()
      reject(error)
    }
    reader.read().then(resolve, reject).finally(end)
  })
}
