import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
} from 'openid-client'
import type { ProviderSettings } from '@/lib/config/login-settings'
import { loginFailed, providerUnreachable } from '@/lib/errors'
import type { Log } from '@/lib/log'
import { type Fetch, OutgoingError } from '@/lib/network/outgoing'
import type { Ids } from '@/lib/text/ids'
import { type Clock, HOUR } from '@/lib/time/clock'
import { boundedFetch, TIMEOUT_SECONDS } from './bounded-fetch'
import { type ProviderClaims, type ProviderIdentity, readIdentity } from './read-identity'

/** What the server must know again when the browser returns from the provider. */
export interface ProviderRequest {
  state: string
  nonce: string
  verifier: string
}

/** The parameters with which the provider sends the browser back (RFC 6749, 4.1.2; RFC 9207). */
export interface ProviderResponse {
  state: string
  code?: string | undefined
  iss?: string | undefined
  /** Why the provider did not authenticate the user. */
  error?: string | undefined
}

/** Authenticates users with the OpenID Connect provider of the settings. */
export interface Provider {
  settings: ProviderSettings
  /**
   * Returns the URL of the provider's login page. `asksAgain` asks for a login even if the user is logged in there. The
   * state begins with `purpose`, by which the web UI knows what to do with the response.
   *
   * @throws 503 when the provider is unreachable.
   */
  start: (
    purpose: string,
    options: { asksAgain: boolean },
  ) => Promise<{ url: string; request: ProviderRequest }>
  /**
   * Returns the identity that the provider confirms.
   *
   * @throws 401 unless the response belongs to the request and its tokens are valid; 503 when the provider is
   * unreachable.
   */
  finish: (request: ProviderRequest, response: ProviderResponse) => Promise<ProviderIdentity>
}

interface Deps {
  /** Where the provider sends browsers back to. */
  redirectUri: string
  userAgent: string
  fetch: Fetch
  clock: Clock
  ids: Ids
  log: Log
}

/** Milliseconds for which the provider's metadata is cached. */
const METADATA_LIFETIME = HOUR
/** 256 bits. */
const SECRET_BYTES = 32

/**
 * Creates the client of a provider. The provider is contacted for the first login, so that the server starts without
 * it.
 */
export function openProvider(settings: ProviderSettings, deps: Deps): Provider {
  const { redirectUri, ids, log } = deps
  const configurations = cacheConfiguration(settings, deps)
  const warn = (error: unknown, message: string) => log.warn({ reason: describe(error) }, message)
  const connect = () =>
    configurations.get().catch((error) => {
      warn(error, 'the login provider is unreachable')
      throw providerUnreachable()
    })
  return {
    settings,
    start: async (purpose, { asksAgain }) => {
      const configuration = await connect()
      const request = {
        state: `${purpose}.${ids.secret(SECRET_BYTES)}`,
        nonce: ids.secret(SECRET_BYTES),
        verifier: ids.secret(SECRET_BYTES),
      }
      const url = buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: settings.scopes,
        state: request.state,
        nonce: request.nonce,
        code_challenge: await calculatePKCECodeChallenge(request.verifier),
        code_challenge_method: 'S256',
        ...(asksAgain && { prompt: 'login' }),
      })
      return { url: url.href, request }
    },
    finish: async (request, response) => {
      const configuration = await connect()
      try {
        return readIdentity(
          await redeem(configuration, { redirectUri, request, response }),
          settings,
        )
      } catch (error) {
        warn(error, 'a login through the provider failed')
        // The provider may have new keys or URLs.
        configurations.forget()
        throw isUnreachable(error) ? providerUnreachable() : loginFailed()
      }
    },
  }
}

/** Discovers the provider's metadata once an hour. Logins that wait for it share the request. */
function cacheConfiguration(settings: ProviderSettings, { fetch, userAgent, clock }: Deps) {
  let cached: { configuration: Promise<Configuration>; until: number } | undefined
  const discover = () =>
    discovery(new URL(settings.issuer), settings.clientId, undefined, authenticateBy(settings), {
      [customFetch]: boundedFetch(fetch, userAgent),
      timeout: TIMEOUT_SECONDS,
      execute: [
        // Without this, a token's signature would not be verified if it arrived through TLS.
        enableNonRepudiationChecks,
        ...(settings.issuer.startsWith('http:') ? [allowInsecureRequests] : []),
      ],
    })
  const forget = () => {
    cached = undefined
  }
  return {
    get: (): Promise<Configuration> => {
      if (cached && cached.until > clock.elapsed()) return cached.configuration
      const configuration = discover()
      cached = { configuration, until: clock.elapsed() + METADATA_LIFETIME }
      configuration.catch(forget)
      return configuration
    },
    forget,
  }
}

/** Sends the secret as most providers expect it by default, or in the form to those that support only this. */
const authenticateBy =
  ({ clientSecret }: ProviderSettings): ClientAuth =>
  (server, ...request) => {
    const supportsBasic =
      server.token_endpoint_auth_methods_supported?.includes('client_secret_basic') ?? true
    if (clientSecret === undefined) None()(server, ...request)
    else if (supportsBasic) ClientSecretBasic(clientSecret)(server, ...request)
    else ClientSecretPost(clientSecret)(server, ...request)
  }

/**
 * Exchanges the code for tokens and validates them: issuer, state, nonce, audience, times and signature. Returns the
 * claims of the ID token and those of the user info endpoint, because many providers have names and addresses only there.
 */
async function redeem(
  configuration: Configuration,
  {
    redirectUri,
    request,
    response,
  }: { redirectUri: string; request: ProviderRequest; response: ProviderResponse },
): Promise<ProviderClaims> {
  const url = new URL(redirectUri)
  for (const name of ['code', 'error', 'iss', 'state'] as const)
    if (response[name] !== undefined) url.searchParams.set(name, response[name])
  const tokens = await authorizationCodeGrant(configuration, url, {
    expectedState: request.state,
    expectedNonce: request.nonce,
    pkceCodeVerifier: request.verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('no ID token')
  if (!configuration.serverMetadata().userinfo_endpoint) return { token: claims, info: {} }
  return {
    token: claims,
    info: await fetchUserInfo(configuration, tokens.access_token, claims.sub),
  }
}

const isUnreachable = (error: unknown): boolean =>
  error instanceof OutgoingError || (error instanceof Error && isUnreachable(error.cause))

/** Describes an error for the log. What the provider sent is left out, except its error codes. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  const details = ['code', 'error', 'error_description'].map((name) => Reflect.get(error, name))
  const cause = error.cause instanceof Error ? [describe(error.cause)] : describeIssuer(error.cause)
  return [error.message, ...details.filter((one) => typeof one === 'string'), ...cause].join('; ')
}

/** The most frequent mistake: an issuer that is spelt differently. */
function describeIssuer(cause: unknown): string[] {
  const body = typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'body') : undefined
  const issuer = typeof body === 'object' && body !== null ? Reflect.get(body, 'issuer') : undefined
  return typeof issuer === 'string' ? [`the provider calls its issuer ${issuer}`] : []
}
