import { chmodSync, lstatSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { Failure } from '@/lib/failure'

interface Socket {
  path: string
  /** Permissions of its file. */
  mode: number
}

/**
 * Prepares the path of a socket: deletes the socket that an earlier server has left.
 *
 * @throws Error when another server listens there, or the path is not a socket.
 */
export async function clearSocket({ path }: Socket): Promise<void> {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) return
  if (!found.isSocket())
    throw new Failure('usage', `${path} is not a socket: choose another path for LISTEN.`)
  if (await isListening(path))
    throw new Failure(
      'locked',
      `Another server listens on ${path}: stop it, or choose another path for LISTEN.`,
    )
  rmSync(path)
}

/** Grants access to the socket with its configured permissions; until then only the server's user has access. */
export const openToOthers = ({ path, mode }: Socket): void => chmodSync(path, mode)

const isListening = (path: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
