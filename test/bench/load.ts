/**
 * The client of the benchmarks, which runs in a separate process: it keeps connections busy with one request and
 * reports how many responses it received and how fast. It parses only what it must, so that it costs less than the
 * server.
 */

/** A request to send repeatedly. */
export interface Load {
  port: number
  /** The request as sent, with its empty line. `COUNT` is replaced with a different number each time. */
  request: string
  connections: number
  milliseconds: number
}

/** The result. Times are in milliseconds. */
export interface LoadResult {
  perSecond: number
  /** Requests that were answered. */
  answers: number
  p50: number
  p99: number
  /** Bytes of the body of the last response, as sent. */
  bytes: number
}

/** Placeholder in a request for a different number each time. */
export const COUNT = '{count}'

/** Requests of this process, starting after those of earlier processes. */
let sent = 0

const HEADER_END = '\r\n\r\n'
const CHUNKED_END = Buffer.from('0\r\n\r\n')

interface Connection {
  sentAt: number
  /** Bytes of the response that are still missing; undefined before its header is read. */
  missing: number | undefined
  /** The beginning of a header that arrived in parts. */
  header: Buffer | undefined
}

interface Run {
  load: Load
  /** The parts of the request before and after the number. */
  parts: string[]
  until: number
  times: number[]
  bytes: number
  open: number
  end: (error?: Error) => void
}

async function run(load: Load): Promise<LoadResult> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const started = performance.now()
  const state: Run = {
    ...{
      load,
      parts: load.request.split(COUNT),
      until: started + load.milliseconds,
      times: [],
      bytes: 0,
      open: load.connections,
    },
    end: (error) => (error ? reject(error) : resolve()),
  }
  for (let i = 0; i < load.connections; i++) await connect(state)
  await promise
  const seconds = (performance.now() - started) / 1000
  const times = state.times.toSorted((one, other) => one - other)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]
  return {
    ...{ perSecond: times.length / seconds, answers: times.length, bytes: state.bytes },
    ...{ p50: at(0.5) ?? 0, p99: at(0.99) ?? 0 },
  }
}

const connect = (state: Run) =>
  Bun.connect<Connection>({
    hostname: '127.0.0.1',
    port: state.load.port,
    data: { sentAt: 0, missing: undefined, header: undefined },
    socket: {
      open: (socket) => send(socket, state),
      data: (socket, chunk) => {
        try {
          if (isWhole(socket.data, chunk, state)) next(socket, state)
        } catch (error) {
          state.end(error as Error)
        }
      },
      error: (_, error) => state.end(error),
      close: () => {
        state.open -= 1
        if (state.open === 0) state.end()
      },
    },
  })

function send(socket: Bun.Socket<Connection>, { parts }: Run): void {
  socket.data.missing = undefined
  socket.data.sentAt = performance.now()
  sent += 1
  socket.write(parts.join(String(sent)))
}

function next(socket: Bun.Socket<Connection>, state: Run): void {
  const now = performance.now()
  state.times.push(now - socket.data.sentAt)
  if (now < state.until) send(socket, state)
  else socket.end()
}

/** Returns whether a chunk ends the response. */
function isWhole(connection: Connection, chunk: Buffer, state: Run): boolean {
  if (connection.missing === Number.POSITIVE_INFINITY) return endsChunked(chunk)
  if (connection.missing !== undefined) {
    connection.missing -= chunk.length
    return connection.missing <= 0
  }
  const start = connection.header ? Buffer.concat([connection.header, chunk]) : chunk
  const end = start.indexOf(HEADER_END)
  connection.header = end < 0 ? Buffer.from(start) : undefined
  if (end < 0) return false
  const header = start.toString('latin1', 0, end)
  // "HTTP/1.1 200 OK"
  if (header.charCodeAt(9) !== 50) throw new Error(`An answer failed: ${header}`)
  const length = /content-length: (\d+)/i.exec(header)?.[1]
  if (length === undefined) {
    connection.missing = Number.POSITIVE_INFINITY
    return endsChunked(start)
  }
  state.bytes = Number(length)
  connection.missing = state.bytes - (start.length - end - HEADER_END.length)
  return connection.missing <= 0
}

const endsChunked = (chunk: Buffer) => chunk.subarray(-CHUNKED_END.length).equals(CHUNKED_END)

if (process.send)
  process.on('message', async (load: Load) => {
    const answer = await run(load).catch((error) => ({ error: String(error) }))
    process.send?.(answer)
  })
