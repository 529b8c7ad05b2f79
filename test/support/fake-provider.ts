import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { ProviderSettings } from '@/lib/config/login-settings'
import { type FakeServer, startFakeServer } from './fake-server'

/** A provider whose responses the tests falsify. */
export interface FakeProvider {
  server: FakeServer
  settings: ProviderSettings
  /** Replaces claims of the ID token; undefined removes one. */
  claims: Record<string, unknown>
  /** Replaces the header of the ID token. */
  header: Record<string, unknown>
  /** What the user info endpoint says; null while there is none. */
  userInfo: Record<string, unknown> | null
  metadata: Record<string, unknown>
  /** Replaces the response of the token endpoint. */
  tokenResponse: (() => Response | Promise<Response>) | undefined
  /** Signs with a new key, which is published unless it is stolen. */
  rotateKey: (options?: { isPublished: boolean; kid?: string }) => void
  /** Prepares the ID token for the login that begins with this URL. */
  authenticate: (url: string) => void
}

const createKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Starts a provider at which one person is logged in. It stops after the test. */
export function startFakeProvider(): FakeProvider {
  const state = { key: createKey(), kid: 'first', published: [] as object[], nonce: '' }
  const publish = () => {
    const jwk = state.key.publicKey.export({ format: 'jwk' })
    state.published = [{ ...jwk, kid: state.kid, alg: 'RS256', use: 'sig' }]
  }
  publish()
  const server = startFakeServer(({ path }) => {
    if (path === '/.well-known/openid-configuration') return Response.json(metadata())
    if (path === '/jwks') return Response.json({ keys: state.published })
    if (path === '/userinfo') return Response.json(provider.userInfo)
    if (path !== '/token') return new Response('', { status: 404 })
    if (provider.tokenResponse) return provider.tokenResponse()
    return Response.json({
      access_token: 'access',
      token_type: 'Bearer',
      id_token: signToken(state, provider, server.url),
    })
  })
  const metadata = () => ({
    issuer: server.url,
    authorization_endpoint: `${server.url}/authorize`,
    token_endpoint: `${server.url}/token`,
    jwks_uri: `${server.url}/jwks`,
    ...(provider.userInfo && { userinfo_endpoint: `${server.url}/userinfo` }),
    ...provider.metadata,
  })
  const provider: FakeProvider = {
    server,
    settings: {
      issuer: server.url,
      clientId: 'milepost',
      clientSecret: undefined,
      name: 'Campfire',
      scopes: 'openid profile email',
      groupsClaim: 'groups',
      adminGroup: undefined,
      linksByEmail: false,
    },
    claims: {},
    header: {},
    userInfo: null,
    metadata: {},
    tokenResponse: undefined,
    rotateKey: ({ isPublished, kid = 'second' } = { isPublished: true }) => {
      state.key = createKey()
      state.kid = kid
      if (isPublished) publish()
    },
    authenticate: (url) => {
      state.nonce = new URL(url).searchParams.get('nonce') ?? ''
    },
  }
  return provider
}

function signToken(
  { key, kid, nonce }: { key: { privateKey: KeyObject }; kid: string; nonce: string },
  { claims, header }: FakeProvider,
  issuer: string,
): string {
  const now = Math.floor(Date.now() / 1000)
  const payload = {
    ...{ iss: issuer, sub: 'person-1', aud: 'milepost', nonce, iat: now, exp: now + 60 },
    ...{ email: 'kim@example.org', email_verified: true, preferred_username: 'kim' },
    ...claims,
  }
  const text = `${encode({ alg: 'RS256', kid, ...header })}.${encode(payload)}`
  if (header.alg === 'none') return `${text}.`
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key.privateKey, 'base64url')}`
}
