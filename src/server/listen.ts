import { Failure, type FailureKind } from '@/lib/failure'
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
    const { code, message } = error as NodeJS.ErrnoException
    const { kind, advice } = KNOWN[code ?? ''] ?? {
      kind: 'failed',
      advice: `is it an address of this machine? (${message})`,
    }
    throw new Failure(kind, `Cannot listen on ${where}: ${advice}`, { cause: error })
  }
}

/** The reasons, and what to do about each. */
const KNOWN: Record<string, { kind: FailureKind; advice: string }> = {
  EADDRINUSE: {
    kind: 'locked',
    advice:
      'something listens there already, maybe another Milepost. Stop it, or choose another --port.',
  },
  EADDRNOTAVAIL: {
    kind: 'usage',
    advice: 'this machine has no such address. Choose another --host, such as 0.0.0.0 for all.',
  },
  EACCES: { kind: 'denied', advice: 'that is not allowed. Choose a --port from 1024 on.' },
}
