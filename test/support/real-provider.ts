import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import Provider from 'oidc-provider'
import { freePort } from '@/build/free-port'
import type { ProviderSettings } from '@/lib/config/login-settings'

/** Seconds. */
const TTL = 600

/** A certified OpenID Connect provider, at which everyone can log in with any name and password. */
export interface RealProvider {
  settings: ProviderSettings
  /** Logs in as a browser would, with the form of the provider; returns where it sends the browser back to. */
  logIn: (url: string, name: string) => Promise<URL>
  stop: () => void
}

interface Options {
  /** The URL of the server that uses it. */
  uiUrl: string
  issuer?: string
  /** What it says about a person, in addition to name and address. */
  claims?: (name: string) => object
}

/** The client that the provider knows. */
export const PROVIDER_CLIENT = { clientId: 'milepost', clientSecret: 'a secret of the client' }

/** Starts a provider for a server. */
export async function startRealProvider({
  uiUrl,
  issuer = `http://127.0.0.1:${freePort()}`,
  claims = () => ({}),
}: Options): Promise<RealProvider> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: PROVIDER_CLIENT.clientId,
        client_secret: PROVIDER_CLIENT.clientSecret,
        redirect_uris: [`${uiUrl}/login/callback`],
      },
    ],
    claims: {
      email: ['email', 'email_verified'],
      profile: ['preferred_username', 'name', 'groups'],
    },
    cookies: { keys: ['a key for cookies'] },
    ttl: { AccessToken: TTL, Grant: TTL, IdToken: TTL, Interaction: TTL, Session: TTL },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'first', use: 'sig' }] },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: `${id}@example.org`,
        email_verified: true,
        preferred_username: id,
        ...claims(id),
      }),
    }),
    // Without a page that asks for consent.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        accountId: oidc.session?.accountId,
        clientId: oidc.client?.clientId,
      })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  })
  const server = createServer(provider.callback())
  await new Promise<void>((resolve) =>
    server.listen(Number(new URL(issuer).port), '127.0.0.1', resolve),
  )
  return {
    settings: {
      issuer,
      ...PROVIDER_CLIENT,
      name: 'Campfire',
      scopes: 'openid profile email',
      groupsClaim: 'groups',
      adminGroup: undefined,
      linksByEmail: false,
    },
    logIn: (url, name) => logInAt(url, name, issuer),
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Follows the redirects of the provider, and submits its form. */
async function logInAt(start: string, name: string, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>()
  const request = async (url: string, form?: URLSearchParams) => {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(form && { method: 'POST', body: form }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(key, value)
    }
    return response
  }
  const form = new URLSearchParams({ prompt: 'login', login: name, password: 'any' })
  let url = new URL(start)
  let isFilled = false
  while (url.origin === issuer) {
    const response = await request(url.href, isFilled ? form : undefined)
    const next = response.headers.get('location')
    isFilled = next === null
    if (next !== null) url = new URL(next, url)
  }
  return url
}
