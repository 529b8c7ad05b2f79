/**
 * Screens for visitors of servers whose state differs from that of the demo, which has an owner, sends email and allows
 * registration with approval.
 */
import { type InstalledBinary, installBinary, type RunningServer } from './binary'
import type { DemoScreen, DemoWorld } from './screens'

const OWNER = { email: 'alex@example.org', password: 'a-long-password' }

const door = (name: string, route: string, path = route): DemoScreen => ({
  name,
  route,
  path,
  who: 'nobody',
})

/** Servers in such a state, and a function to stop them. */
export interface SignedOutWorlds {
  worlds: DemoWorld[]
  stop: () => Promise<void>
}

/** Starts a server without an owner, and one that needs invitations, sends no email and has a login provider. */
export async function startSignedOutWorlds(): Promise<SignedOutWorlds> {
  const [fresh, closed] = [installBinary(), installBinary()]
  closed.run(['users', 'create', 'alex', '--role', 'owner', ...credentials()])
  const worlds = [await openFresh(fresh), await openClosed(closed)]
  return {
    worlds,
    stop: async () => {
      for (const { server } of worlds) await server.stop()
      for (const binary of [fresh, closed]) binary.remove()
    },
  }
}

const credentials = () => ['--email', OWNER.email, '--password', OWNER.password]

const worldOf = (server: RunningServer, screens: DemoScreen[]): DemoWorld => ({
  server,
  screens,
  tokens: new Map(),
})

async function openFresh(binary: InstalledBinary): Promise<DemoWorld> {
  const server = await binary.serve()
  const link = async (): Promise<string> => {
    const [, found] = /http:\/\/[^/\s]+(\/setup\?token=\S+)/.exec(server.output()) ?? []
    return found ?? Bun.sleep(20).then(link)
  }
  return worldOf(server, [
    door('setup-link', '/setup', await link()),
    door('login-fresh', '/login'),
  ])
}

async function openClosed(binary: InstalledBinary): Promise<DemoWorld> {
  const server = await binary.serve([], {
    OIDC_ISSUER: 'http://localhost:9',
    OIDC_CLIENT_ID: 'milepost',
    OIDC_NAME: 'Campfire',
  })
  const ask = async (method: string, path: string, token: string, body: object) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const answer = await fetch(`${server.url}/api${path}`, {
      ...{ method, headers },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`)
    return (await answer.json()) as { auth_token: string; data?: { link: string } }
  }
  const { auth_token: token } = await ask('POST', '/auth/login', '', OWNER)
  await ask('PATCH', '/config', token, { registration_mode: 'invitation' })
  const { data } = await ask('POST', '/invitations', token, { email: 'mia@example.org' })
  const { pathname, search } = new URL(data?.link ?? '')
  return worldOf(server, [
    door('login-closed', '/login'),
    door('register-closed', '/register'),
    door('register-invited', '/register', `${pathname}${search}`),
    door('request-reset-without-mail', '/password-reset/request'),
  ])
}
