import { badRequest, invalidPayload } from '@/lib/errors'
import type { Log } from '@/lib/log'
import { hashText } from '@/lib/text/digest'
import type { Ids } from '@/lib/text/ids'
import type { Clock } from '@/lib/time/clock'
import type { Caller } from '@/policy/caller'
import { recordAudit } from '@/services/auth/record-audit'
import type { Db } from '@/store/db/connections/open'
import { transact } from '@/store/db/connections/transact'
import { findOauth2App, type Oauth2AppRow } from '@/store/db/queries/accounts/oauth2-apps'
import { insertOauth2Grant } from '@/store/db/queries/accounts/oauth2-grants'
import { fromJson } from '@/store/db/schema/columns'
import { isPublicApp } from './authenticate-app'
import { type Challenge, readChallenge, repeatedParameter } from './pkce'
import { limitScope } from './scope'
import { missingParameter, UNKNOWN_CLIENT } from './token-error'

const CODE_LENGTH = 48
const SINGLE = ['response_type', 'client_id', 'redirect_uri', 'scope', 'state']

/** A valid authorization request. */
export interface AuthorizationRequest {
  app: Oauth2AppRow
  /** The URI to which the browser is redirected with the code. */
  redirectUri: string
  /** The redirect URI of the request, which must be repeated with the code. Null if the request had none. */
  requestedRedirectUri: string | null
  /** The requested scope, possibly ''. */
  scope: string
  state: string | null
  challenge: Challenge | undefined
}

/** The redirect URIs that an app registered, the default one first. */
export const parseRedirectUris = (app: Oauth2AppRow): string[] => fromJson(app.redirect_uris)

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
  if (clientId === null || params.get('response_type') !== 'code')
    throw invalidPayload(clientId === null ? 'client_id' : 'response_type')
  const repeated = SINGLE.find((name) => params.getAll(name).length > 1)
  if (repeated) throw badRequest(repeatedParameter(repeated))
  const app = await findOauth2App(db, clientId)
  if (!app) throw badRequest(UNKNOWN_CLIENT)
  const requestedRedirectUri = params.get('redirect_uri') || null
  const redirectUri = requireRedirectUri(app, requestedRedirectUri)
  const challenge = readChallenge(params, { isPublicApp: isPublicApp(app) })
  if (challenge && 'problem' in challenge) throw badRequest(challenge.problem)
  return {
    app,
    redirectUri,
    requestedRedirectUri,
    scope: params.get('scope') ?? '',
    state: params.get('state') || null,
    challenge,
  }
}

function requireRedirectUri(app: Oauth2AppRow, requested: string | null): string {
  const registered = parseRedirectUris(app)
  if (requested !== null && !registered.includes(requested))
    throw badRequest(`Redirect URI ${requested} is not supported by client.`)
  const uri = requested ?? registered[0]
  if (uri === undefined) throw badRequest(missingParameter('redirect_uri'))
  return uri
}

/** Grants a request on behalf of a user. Returns the redirect URI with the code. */
export async function grantAuthorization(
  ctx: { db: Db; clock: Clock; ids: Ids; log: Log },
  caller: Caller,
  request: AuthorizationRequest,
): Promise<string> {
  const code = ctx.ids.alphanumeric(CODE_LENGTH)
  const grant = {
    app_id: request.app.id,
    user_id: caller.userId,
    code_hash: hashText(code),
    redirect_uri: request.requestedRedirectUri,
    scope: limitScope(request.scope, request.app.scope),
    code_challenge: request.challenge?.challenge ?? null,
    code_challenge_method: request.challenge?.method ?? null,
    created_at: ctx.clock.now(),
  }
  await transact(ctx, async (tx) => {
    await insertOauth2Grant(tx.db, grant)
    await recordAudit(tx, caller, 'app_authorized', {
      subjectId: caller.userId,
      details: { name: request.app.name, scope: grant.scope },
    })
  })
  const response = new URLSearchParams({ code, ...(request.state && { state: request.state }) })
  return withQuery(request.redirectUri, response)
}

/** Appends parameters to the query of a URL without changing the rest of it. */
function withQuery(url: string, params: URLSearchParams): string {
  const [address = '', ...fragment] = url.split('#')
  const joint = address.includes('?') ? '&' : '?'
  return [`${address}${joint}${params}`, ...fragment].join('#')
}
