import type { AppContext } from '@/context'
import { expiringCache } from '@/lib/expiring-cache'
import { getPosition } from '@/use-cases/instance/mark-position'
import { POSITION } from './positions'

/** What people wrote lately through a server that only reads: they are to see it, though its copy may lack it yet. */
export interface OwnWrites {
  /** Notes a request that the primary has answered; its browser is told, for other servers behind the same proxy. */
  note: (request: Request, answer: Response) => void
  /** Whether the copy may lack what the caller of a request wrote. */
  areUnseen: (request: Request) => Promise<boolean>
}

/** Milliseconds for which somebody is remembered; a copy is seldom more than a second behind. */
const REMEMBERED = 60_000
/** Milliseconds for which the copy is taken to lack a write of which the primary told no position. */
const WITHOUT_POSITION = 10_000
const MOST_REMEMBERED = 20_000
const COOKIE = 'milepost-position'
const COOKIE_RULES = `Max-Age=${REMEMBERED / 1000}; HttpOnly; SameSite=Lax`
const IN_COOKIES = new RegExp(`(?:^|;\\s*)${COOKIE}=(\\d{1,10})(?:;|$)`)

/** Somebody's last write. */
interface Write {
  /** Of the database after it; undefined when the primary did not tell. */
  position: number | undefined
  at: number
}

/** An empty memory of writes, by the tokens of their callers. */
export function ownWrites(ctx: AppContext): OwnWrites {
  const { clock, config } = ctx
  const { basePath } = config
  const writes = expiringCache<Write>({ clock, lifetime: REMEMBERED, entries: MOST_REMEMBERED })
  return {
    note: (request, answer) => {
      const position = positionIn(answer)
      const token = request.headers.get('authorization')
      if (token !== null) writes.set(token, { position, at: clock.elapsed() })
      if (position !== undefined)
        answer.headers.append(
          'set-cookie',
          `${COOKIE}=${position}; Path=${basePath}/; ${COOKIE_RULES}`,
        )
    },
    areUnseen: async ({ headers }) => {
      const write = writes.get(headers.get('authorization') ?? '')
      if (write && write.position === undefined)
        return clock.elapsed() - write.at < WITHOUT_POSITION
      const wanted = Math.max(write?.position ?? 0, positionInCookie(headers))
      return wanted > 0 && wanted > (await getPosition(ctx))
    },
  }
}

function positionIn({ headers }: Response): number | undefined {
  const position = headers.get(POSITION)
  headers.delete(POSITION)
  return position === null ? undefined : Number(position)
}

const positionInCookie = (headers: Headers): number =>
  Number(IN_COOKIES.exec(headers.get('cookie') ?? '')?.[1] ?? 0)
