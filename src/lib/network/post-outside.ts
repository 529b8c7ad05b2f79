import { lookup } from 'node:dns/promises'
import { connect as connectPlainly, isIP, type Socket } from 'node:net'
import { checkServerIdentity, connect as connectSecurely } from 'node:tls'
import { isPublicAddress } from './public-address'

/** A request could not be sent, or was not answered. The message says why, and contains no secret. */
export class UnsentError extends Error {
  override name = 'UnsentError'
}

export interface OutsideRequest {
  url: URL
  headers: Record<string, string>
  body: string | Uint8Array
  /** Names of hosts that may have addresses outside of the public internet. */
  allowedHosts: readonly string[]
  /** Milliseconds until the status must have arrived. */
  timeout: number
}

/** Bytes within which the status line must end. */
const MAX_STATUS_LINE = 4096
const STATUS_LINE = /^HTTP\/1\.[01] (\d{3})[ \r\n]/

/**
 * Posts a body to a URL that a user has chosen. Returns the status of the response, whose content is not read and whose
 * redirects are not followed.
 *
 * NOTE the request is written to a socket, because every address is checked after the lookup and exactly this address
 * is connected to: with `fetch`, a name could have another address a moment later (DNS rebinding).
 *
 * @throws UnsentError when an address of the host is not public, or there is no response in time.
 */
export async function postOutside(request: OutsideRequest): Promise<number> {
  const address = await findAddress(request)
  const socket = open(request, address)
  try {
    return await exchange(socket, request)
  } finally {
    socket.destroy()
  }
}

/** The name or address of a host, without the brackets of IPv6 addresses. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/** Looks up the address of a host. All of its addresses must be allowed. */
async function findAddress({ url, allowedHosts, timeout }: OutsideRequest): Promise<string> {
  const host = hostOf(url)
  const found = isIP(host)
    ? [{ address: host }]
    : await within(timeout, lookup(host, { all: true })).catch(() => [])
  const [first] = found
  if (!first) throw new UnsentError('the host has no address')
  const isAllowed = allowedHosts.includes(host.toLowerCase())
  if (!isAllowed && !found.every(({ address }) => isPublicAddress(address)))
    throw new UnsentError('the host has a private address')
  return first.address
}

function open({ url }: OutsideRequest, address: string): Socket {
  const isSecure = url.protocol === 'https:'
  const target = { host: address, port: Number(url.port || (isSecure ? 443 : 80)) }
  const host = hostOf(url)
  if (!isSecure) return connectPlainly(target)
  return connectSecurely({
    ...target,
    ...(isIP(host) === 0 && { servername: host }),
    checkServerIdentity: (_, certificate) => checkServerIdentity(host, certificate),
  })
}

/** Sends the request and waits for the status line of the response. */
function exchange(socket: Socket, request: OutsideRequest): Promise<number> {
  const response = new Promise<number>((resolve, reject) => {
    let received = ''
    const fail = (reason: string) => reject(new UnsentError(reason))
    socket.on('data', (bytes: Buffer) => {
      received += bytes.toString('latin1')
      const status = STATUS_LINE.exec(received)?.[1]
      if (status !== undefined) resolve(Number(status))
      else if (received.length > MAX_STATUS_LINE) fail('the response is not HTTP')
    })
    socket.on('error', ({ message }) => fail(message))
    socket.on('close', () => fail('the connection was closed without a response'))
    const isSecure = request.url.protocol === 'https:'
    socket.once(isSecure ? 'secureConnect' : 'connect', () => socket.write(formatRequest(request)))
  })
  return within(request.timeout, response)
}

function formatRequest({ url, headers, body }: OutsideRequest): Buffer {
  const content = typeof body === 'string' ? Buffer.from(body) : body
  const all = {
    ...headers,
    host: url.host,
    connection: 'close',
    'content-length': String(content.length),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `POST ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}\r\n`
  return Buffer.concat([Buffer.from(head), content])
}

async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    const fail = () => reject(new UnsentError(`no response within ${milliseconds / 1000} s`))
    timer = setTimeout(fail, milliseconds)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
