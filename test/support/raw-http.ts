import { connect, type Socket } from 'node:net'

/** The response of a server over a plain socket. */
export interface RawAnswer {
  status: number
  headers: string
  body: string
}

/** Opens a connection to a server and sends bytes unchanged. */
export function openSocket(url: string, bytes: string | Buffer): Promise<Socket> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
      resolve(socket)
    })
    socket.on('error', reject)
  })
}

/** Sends the bytes of one request and waits for its short response. */
export async function askRaw(url: string, bytes: string): Promise<RawAnswer> {
  const socket = await openSocket(url, bytes)
  const chunks: Buffer[] = []
  const text = await new Promise<string>((resolve) => {
    const done = () => resolve(Buffer.concat(chunks).toString())
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      if (isWhole(Buffer.concat(chunks).toString())) done()
    })
    socket.on('close', done)
  })
  socket.destroy()
  const [headers = '', body = ''] = text.split('\r\n\r\n', 2)
  return { status: Number(headers.split(' ')[1]), headers, body }
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  const length = /^content-length: (\d+)$/im.exec(text.slice(0, Math.max(end, 0)))?.[1]
  return end >= 0 && length !== undefined && Buffer.byteLength(text) >= end + 4 + Number(length)
}
