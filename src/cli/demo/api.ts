import { buildApp } from '@/server/app'
import type { AppContext } from '@/services/context'
import { findUserByName } from '@/store/db/queries/accounts/users'

/** Calls the API as a given user, in this process and without a network. */
export interface DemoApi {
  /** Sends a request and returns the body of the response. @throws Error with the status and body of an error response */
  call: (who: string, method: string, path: string, body?: object) => Promise<DemoResponse>
}

/** The fields of responses that the demo reads. */
export interface DemoResponse {
  /** Of a photo. */
  id?: string
  data?: { workouts?: { id: string }[]; equipments?: { id: string }[] }
  comment?: { id: string }
  report?: { id: number; report_actions: { id: string; appeal: { id: string } | null }[] }
}

/** Creates an API client for the users of a server. It signs a session token for each request. */
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
