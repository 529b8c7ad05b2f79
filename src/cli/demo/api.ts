import type { AppContext } from '@/context'
import { findUserByName } from '@/db/queries/users'
import { buildApp } from '@/server/app'

/** Asks the server's own API, without a network, in somebody's name. */
export interface DemoApi {
  /** The body of the answer. @throws Error with the answer of a request that was refused */
  call: (who: string, method: string, path: string, body?: object) => Promise<DemoAnswer>
}

/** What of the answers the demo reads. */
export interface DemoAnswer {
  data?: { workouts?: { id: string }[]; equipments?: { id: string }[] }
  comment?: { id: string }
  report?: { id: number; report_actions: { id: string; appeal: { id: string } | null }[] }
}

/** The API of a server, as its people use it. */
export function demoApi(ctx: AppContext): DemoApi {
  const app = buildApp(ctx)
  return {
    call: async (who, method, path, body) => {
      const user = await findUserByName(ctx.db, who)
      if (!user) throw new Error(`There is no ${who}.`)
      const token = await ctx.sessions.issue(user.id, user.session_epoch)
      const isForm = body instanceof FormData
      const request = new Request(`http://localhost/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body && !isForm && { 'content-type': 'application/json' }),
        },
        ...(body && { body: isForm ? body : JSON.stringify(body) }),
      })
      const response = await app.handle(request)
      const text = await response.text()
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
      return text === '' ? {} : JSON.parse(text)
    },
  }
}
