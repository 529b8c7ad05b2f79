import type { AppContext } from '@/services/context'

/**
 * Starts a server at the configured address.
 *
 * @throws Error with advice for the administrator when it cannot listen there.
 */
export function listen<Server>(
  { host, port, socket }: Pick<AppContext['config'], 'host' | 'port' | 'socket'>,
  start: () => Server,
): Server {
  try {
    return start()
  } catch (error) {
    const where = socket ? socket.path : `${host}:${port}`
    throw new Error(`Cannot listen on ${where}: ${adviceOf(error as NodeJS.ErrnoException)}`)
  }
}

/** The reason, and what to do about it. */
function adviceOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE')
    return 'something listens there already, maybe another Milepost. Stop it, or choose another --port.'
  if (code === 'EACCES') return 'that is not allowed. Choose a --port from 1024 on.'
  return `is it an address of this machine? (${message})`
}
