import { createExpiringCache } from '@/lib/concurrency/expiring-cache'
import type { Signer } from '@/lib/text/signed-text'
import type { AppContext } from '@/services/context'
import { getPosition } from '@/use-cases/instance/replication-position'
import { POSITION } from './replication-position'

/**
 * Recent writes of each caller through a read-only server, for read-your-writes: callers must see their writes even
 * though the replica may lack them yet.
 */
export interface OwnWrites {
  /**
   * Records a request that the primary has handled. Sets a cookie in the response, for other servers behind the same
   * proxy.
   */
  record: (request: Request, response: Response) => void
  /** Whether the replica may lack writes of the caller of a request. */
  areUnseen: (request: Request) => Promise<boolean>
}

/** Milliseconds for which a write is recorded; a replica is rarely more than a second behind. */
const RETENTION = 60_000
/** Milliseconds for which the replica is assumed to lack a write without a known position. */
const WITHOUT_POSITION = 10_000
const MAX_CACHED = 20_000
const COOKIE = 'milepost-position'
const COOKIE_RULES = `Max-Age=${RETENTION / 1000}; HttpOnly; SameSite=Lax`
const IN_COOKIES = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.-]{1,50})(?:;|$)`)

/** A caller's last write. */
interface Write {
  /** Replication position after the write; undefined when the primary did not send it. */
  position: number | undefined
  at: number
}

/** Creates an empty record of writes, by the tokens of their callers. */
export function ownWrites(ctx: AppContext): OwnWrites {
  const { clock, config, positionSigner } = ctx
  const { basePath, uiUrl } = config
  const rules = uiUrl.startsWith('https:') ? `${COOKIE_RULES}; Secure` : COOKIE_RULES
  const writes = createExpiringCache<Write>({ clock, lifetime: RETENTION, entries: MAX_CACHED })
  return {
    record: (request, response) => {
      const position = positionIn(response)
      const token = request.headers.get('authorization')
      if (token !== null) writes.set(token, { position, at: clock.elapsed() })
      if (position !== undefined)
        response.headers.append(
          'set-cookie',
          `${COOKIE}=${positionSigner.sign(String(position))}; Path=${basePath}/; ${rules}`,
        )
    },
    areUnseen: async ({ headers }) => {
      const write = writes.get(headers.get('authorization') ?? '')
      if (write && write.position === undefined)
        return clock.elapsed() - write.at < WITHOUT_POSITION
      const position = Math.max(write?.position ?? 0, positionInCookie(headers, positionSigner))
      return position > 0 && position > (await getPosition(ctx))
    },
  }
}

function positionIn({ headers }: Response): number | undefined {
  const position = headers.get(POSITION)
  headers.delete(POSITION)
  return position === null ? undefined : Number(position)
}

/**
 * Ignores positions without the signature of a server: a forged one would send every read of its client to the primary.
 */
function positionInCookie(headers: Headers, signer: Signer): number {
  const signed = IN_COOKIES.exec(headers.get('cookie') ?? '')?.[1]
  return Number((signed && signer.verify(signed)) || 0)
}
