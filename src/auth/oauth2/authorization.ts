import { fromJson } from '@/db/columns'
import type { Db } from '@/db/open'
import { findOauth2App, type Oauth2AppRow } from '@/db/queries/oauth2-apps'
import { insertOauth2Grant } from '@/db/queries/oauth2-grants'
import { transact } from '@/db/transact'
import { badRequest, invalidPayload } from '@/errors'
import type { Clock } from '@/lib/clock'
import { digestOf } from '@/lib/digest'
import type { Ids } from '@/lib/ids'
import type { Log } from '@/lib/log'
import { isPublicApp } from './authenticate-app'
import { type Challenge, readChallenge, repetition } from './pkce'
import { missing, UNKNOWN_CLIENT } from './refusal'
import { allowedScope } from './scope'

const CODE_LENGTH = 48
const SINGLE = ['response_type', 'client_id', 'redirect_uri', 'scope', 'state']

/** An authorization request that could be granted. */
export interface AuthorizationRequest {
  app: Oauth2AppRow
  /** Where the browser goes with the code. */
  redirectUri: string
  /** The address named in the request, which must be repeated with the code. */
  namedRedirectUri: string | null
  /** As sent, possibly ''. */
  scope: string
  state: string | null
  challenge: Challenge | undefined
}

/** The addresses an app registered for its codes, the usual one first. */
export const redirectUrisOf = (app: Oauth2AppRow): string[] => fromJson(app.redirect_uris)

/**
 * Reads an authorization request (RFC 6749 §4.1.1).
 *
 * @throws 400 in the order: parameters, app, redirect_uri, code challenge.
 */
export async function requireAuthorization(
  { db }: { db: Db },
  params: URLSearchParams,
): Promise<AuthorizationRequest> {
  const clientId = params.get('client_id')
  if (clientId === null || params.get('response_type') !== 'code') throw invalidPayload()
  const repeated = SINGLE.find((name) => params.getAll(name).length > 1)
  if (repeated) throw badRequest(repetition(repeated))
  const app = await findOauth2App(db, clientId)
  if (!app) throw badRequest(UNKNOWN_CLIENT)
  const namedRedirectUri = params.get('redirect_uri') || null
  const redirectUri = requireRedirectUri(app, namedRedirectUri)
  const challenge = readChallenge(params, { required: isPublicApp(app) })
  if (challenge && 'problem' in challenge) throw badRequest(challenge.problem)
  return {
    app,
    redirectUri,
    namedRedirectUri,
    scope: params.get('scope') ?? '',
    state: params.get('state') || null,
    challenge,
  }
}

function requireRedirectUri(app: Oauth2AppRow, named: string | null): string {
  const registered = redirectUrisOf(app)
  if (named !== null && !registered.includes(named))
    throw badRequest(`Redirect URI ${named} is not supported by client.`)
  const uri = named ?? registered[0]
  if (uri === undefined) throw badRequest(missing('redirect_uri'))
  return uri
}

/** Grants a request in the name of a user; returns the address to which the browser takes the code. */
export async function grantAuthorization(
  ctx: { db: Db; clock: Clock; ids: Ids; log: Log },
  userId: number,
  request: AuthorizationRequest,
): Promise<string> {
  const code = ctx.ids.alphanumeric(CODE_LENGTH)
  const grant = {
    app_id: request.app.id,
    user_id: userId,
    code_hash: digestOf(code),
    redirect_uri: request.namedRedirectUri,
    scope: allowedScope(request.scope, request.app.scope),
    code_challenge: request.challenge?.challenge ?? null,
    code_challenge_method: request.challenge?.method ?? null,
    created_at: ctx.clock.now(),
  }
  await transact(ctx, ({ db }) => insertOauth2Grant(db, grant))
  const answer = new URLSearchParams({ code, ...(request.state && { state: request.state }) })
  return withQuery(request.redirectUri, answer)
}

/** Appends to the query of a URL and leaves the rest as the app wrote it. */
function withQuery(url: string, params: URLSearchParams): string {
  const [address = '', ...fragment] = url.split('#')
  const joint = address.includes('?') ? '&' : '?'
  return [`${address}${joint}${params}`, ...fragment].join('#')
}
