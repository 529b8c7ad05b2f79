import { readFileSync, readlinkSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { InstalledBinary } from './binary'
import { makeFolder } from './folder'

/** Executes a command in a new network namespace, whose only device is a loopback that is down. */
const LAUNCHER = ['unshare', '--map-root-user', '--net']

/** Whether this machine allows servers without a network; warns if it does not. */
export function canRefuseConnections(): boolean {
  const isAllowed =
    Bun.which('unshare') !== null && Bun.spawnSync([...LAUNCHER, 'true']).exitCode === 0
  if (!isAllowed)
    console.warn(
      '\n*** THE TEST OF THE UI WITHOUT A NETWORK IS SKIPPED: this machine forbids network namespaces (unshare --net). ***\n',
    )
  return isAllowed
}

/**
 * Returns the executable with servers that the kernel gives no network: every connection that they try to open fails.
 * They listen on Unix sockets, to which this process forwards connections. `settings` are those of the servers.
 */
export function withoutNetwork(
  binary: InstalledBinary,
  settings: Record<string, string>,
): InstalledBinary {
  return {
    ...binary,
    serve: async (args, env) => {
      const { folder, remove } = makeFolder()
      const socket = join(folder, 'milepost.sock')
      const { port, stop } = await forwardTo(socket)
      const listening = { PORT: String(port), LISTEN: `unix:${socket}` }
      const server = await binary.serve(args, { ...env, ...settings, ...listening }, LAUNCHER)
      requireNoNetwork(server.pid)
      return {
        ...server,
        stop: async () => {
          stop()
          const stopped = await server.stop()
          remove()
          return stopped
        },
      }
    },
  }
}

/** Listens on a free port, and forwards what it receives to a Unix socket. */
function forwardTo(path: string): Promise<{ port: number; stop: () => void }> {
  const sockets = new Set<Socket>()
  const listener = createServer((client) => {
    const server = connect(path)
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      from.pipe(to)
    }
  })
  const stop = () => {
    listener.close()
    for (const socket of sockets) socket.destroy()
  }
  return new Promise((resolve, reject) => {
    listener.on('error', reject)
    listener.listen(0, '127.0.0.1', () => {
      const address = listener.address()
      if (address === null || typeof address === 'string') reject(new Error('no port'))
      else resolve({ port: address.port, stop })
    })
  })
}

/** @throws Error when a process shares the network of this one, or has any device or route to others. */
function requireNoNetwork(pid: number): void {
  const namespaceOf = (id: number | 'self') => readlinkSync(`/proc/${id}/ns/net`)
  const devices = readFileSync(`/proc/${pid}/net/dev`, 'utf8').trim().split('\n').slice(2)
  const routes = readFileSync(`/proc/${pid}/net/route`, 'utf8').trim().split('\n').slice(1)
  const names = devices.map((line) => line.trim().split(':')[0])
  const isAlone = names.join() === 'lo' && routes.length === 0
  if (namespaceOf(pid) === namespaceOf('self') || !isAlone)
    throw new Error(`The server has a network: ${names.join()}; ${routes.length} routes.`)
}
