import { connect, type Socket } from 'node:net'
import { within } from './within'

/** Milliseconds until a connection is open. */
const OPEN_WITHIN = 30_000
/** Milliseconds for which a server may stop reading a body. */
const DRAINED_WITHIN = 60_000

/** A connection to a server. @throws Error when it cannot be opened. */
export function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const opened = new Promise<Socket>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket))
    socket.on('error', reject)
  })
  return within('opening a connection', OPEN_WITHIN, opened)
}

/**
 * The status of the first response on a connection, or 0 if the server closed it without a response or did not respond
 * in time.
 */
function statusOf(socket: Socket, patience = 20_000): Promise<number> {
  return new Promise((resolve) => {
    let text = ''
    const done = () => {
      clearTimeout(timer)
      resolve(Number(/^HTTP\/1\.\d (\d{3})/.exec(text)?.[1] ?? 0))
    }
    const timer = setTimeout(done, patience)
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      if (text.length >= 12) done()
    })
    socket.on('close', done)
    socket.on('error', done)
  })
}

/** Sends one request as raw bytes and returns the status. */
export async function askRaw(url: string, bytes: string, patience?: number): Promise<number> {
  const socket = await open(url)
  const status = statusOf(socket, patience)
  socket.write(Buffer.from(bytes, 'latin1'))
  const result = await status
  socket.destroy()
  return result
}

const CHUNK = Buffer.alloc(256 * 1024, 'x')

/** Sends a request with a body of this many bytes for as long as the server reads it. Returns the status. */
export async function flood(
  url: string,
  { head, bytes, isChunked }: { head: string; bytes: number; isChunked: boolean },
): Promise<number> {
  const socket = await open(url)
  const status = statusOf(socket, 60_000)
  const length = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${bytes}`
  socket.write(`${head}\r\n${length}\r\n\r\n`)
  const chunk = isChunked
    ? Buffer.concat([Buffer.from(`${CHUNK.length.toString(16)}\r\n`), CHUNK, Buffer.from('\r\n')])
    : CHUNK
  for (let sent = 0; sent < bytes && !socket.destroyed; sent += CHUNK.length)
    if (!socket.write(chunk)) await within('sending a body', DRAINED_WITHIN, drained(socket))
  if (isChunked && !socket.destroyed) socket.write('0\r\n\r\n')
  const result = await status
  socket.destroy()
  return result
}

const drained = (socket: Socket) =>
  new Promise<void>((resolve) => {
    const done = () => {
      socket.off('drain', done)
      socket.off('close', done)
      resolve()
    }
    socket.on('drain', done)
    socket.on('close', done)
  })
